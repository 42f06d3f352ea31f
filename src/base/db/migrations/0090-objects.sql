-- Large values that are not in the row they belong to: in an S3-compatible store, under their id, or
-- here where there is none (base/objects).
create table objects (
  id text primary key,
  size int not null,
  -- Of what a signed URL shows; null: only rows of ours lead to it.
  content_type text,
  -- Null while a row points at it. The sweep removes what is past it, in the store and then here.
  expires_at timestamptz,
  -- Null: it is in the store.
  body bytea
);
alter table objects alter column body set storage external;
create index objects_by_expiry on objects (expires_at) where expires_at is not null;

-- The foreign keys are the promise that nothing points at what is not there; the indexes are for them.
alter table batch_items
  add column object text references objects,
  add constraint batch_items_in_one_place check (result is null or object is null);
create index batch_items_by_object on batch_items (object) where object is not null;

alter table copies
  alter column answer drop not null,
  add column object text references objects,
  add constraint copies_in_one_place check (num_nonnulls(answer, object) = 1);
create index copies_by_object on copies (object) where object is not null;

alter table image_sources
  alter column bytes drop not null,
  add column object text references objects,
  add constraint image_sources_in_one_place check (num_nonnulls(bytes, object) = 1);
create index image_sources_by_object on image_sources (object) where object is not null;

-- Whoever lets go of an object, by whatever way, leaves it to the sweep. An hour: somebody may have
-- read the row just before, and still be reading the object.
create function let_go_of_object() returns trigger language plpgsql as $$
begin
  update objects set expires_at = now() + interval '1 hour' where id = old.object;
  return null;
end
$$;
create trigger batch_items_let_go after delete on batch_items
  for each row when (old.object is not null) execute function let_go_of_object();
create trigger copies_let_go after delete on copies
  for each row when (old.object is not null) execute function let_go_of_object();
create trigger copies_replace after update of object on copies
  for each row when (old.object is not null and old.object is distinct from new.object)
  execute function let_go_of_object();
create trigger image_sources_let_go after delete on image_sources
  for each row when (old.object is not null) execute function let_go_of_object();
create trigger image_sources_replace after update of object on image_sources
  for each row when (old.object is not null and old.object is distinct from new.object)
  execute function let_go_of_object();
