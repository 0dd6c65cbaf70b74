"""The outlook: the places that an entry can still have after all planned rounds; never a place that it cannot prove.

`plan` holds what is still to be played, `worths` what a table of it can be worth, `contenders` what each entry has and
can still get, `undrawn` what a round can give whose tables nobody knows yet, `holding` how many rivals one entry can
leave behind, `places` the answer.
"""
