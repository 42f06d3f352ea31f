-- Where most harvests are small, the planner takes each for one row, and reads all of a large crawl to
-- find ten of its addresses. As if each had a thousandth of the rows it takes the index that has them.
alter table batch_items alter column batch_id set (n_distinct = -0.001);
analyze batch_items;
