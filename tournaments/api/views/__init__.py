"""What answers at each address of the API, one file for each resource."""
