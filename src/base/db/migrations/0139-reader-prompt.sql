-- What a reader that learned from a model was asked beside its schema: under "auto" it answers that alone.
alter table readers add column prompt text;
