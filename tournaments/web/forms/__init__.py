"""The forms of the site. They read the input; the actions make most checks."""
