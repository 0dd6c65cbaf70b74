"""A whole evening at full speed: every table with four phones, and many who follow the standings beside them."""
