"""A tally's way through the program stays short enough to be read."""

from benchmarks.road_of_a_tally import files_of_a_tally


def test_tally_enters_at_most_42_files(db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        files = files_of_a_tally()
    assert len(files) <= 42, "\n".join(files)
