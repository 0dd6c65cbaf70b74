"""The OpenAPI document beyond what the views declare: names, descriptions, examples and the changelog."""
