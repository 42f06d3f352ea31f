-- Logos and symbols beside icons and Open Graph images: kept, pinned and reported alike.
-- fits: what older processes write is among these.
alter table image_lookups
  drop constraint image_lookups_kind_check,
  add constraint image_lookups_kind_check
    check (kind in ('icon', 'og', 'logo', 'symbol')) not valid;
-- fits: what older processes write is among these.
alter table image_complaints
  drop constraint image_complaints_kind_check,
  add constraint image_complaints_kind_check
    check (kind in ('icon', 'og', 'logo', 'symbol')) not valid;
-- fits: what older processes write is among these.
alter table image_pins
  drop constraint image_pins_what_check,
  add constraint image_pins_what_check
    check (what in ('icon', 'dark', 'og', 'logo', 'symbol', 'color', 'name')) not valid;
