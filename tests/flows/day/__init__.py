"""A day of paid work: people who come, stay away, cheat and appeal, while the endpoint fails.

`stage` starts everything, `casting` says who comes, `people` write what happens to them into a
`diary`, `staff` reads and decides, `faults` disturb, `script` says in which order, and `checks`
compares the books of both sides, and what everybody reads, with the diary.
"""
