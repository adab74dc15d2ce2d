"""A captured grasp that is shipped, for those who have none of their own."""
