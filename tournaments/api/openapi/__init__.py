"""The OpenAPI document beyond what views declare: names, descriptions, examples and the changelog."""
