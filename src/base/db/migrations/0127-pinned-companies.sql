-- A domain may also be given other names and ticker symbols, by which its company is found.
-- fits: what older processes write is among these.
alter table image_pins
  drop constraint image_pins_what_check,
  drop constraint image_pins_check,
  add constraint image_pins_what_check
    check (what in ('icon', 'dark', 'og', 'logo', 'symbol', 'color', 'name', 'names', 'tickers'))
    not valid,
  add constraint image_pins_check
    check ((bytes is null) = (what in ('color', 'name', 'names', 'tickers'))
      and (words is null) = (bytes is not null))
    not valid;
