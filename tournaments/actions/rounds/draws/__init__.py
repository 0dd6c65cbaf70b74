"""Drawing the tables of a round: requests, obstacles, drafts, replays and reports."""
