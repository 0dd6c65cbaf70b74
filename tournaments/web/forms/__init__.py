"""Forms: the shape of inputs. Most checks are made by the actions."""
