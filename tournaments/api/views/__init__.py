"""The API's views, one module for each resource."""
