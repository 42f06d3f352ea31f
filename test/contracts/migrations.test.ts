import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { faultsOf, firstHeld } from './migrations.ts'

const folder = 'src/base/db/migrations'

describe('migrations', () => {
  it('leave the version before at work', () => {
    const held = readdirSync(folder).filter(name => Number(name.slice(0, 4)) >= firstHeld)
    for (const name of held)
      assert.deepEqual(faultsOf(name, readFileSync(join(folder, name), 'utf8')), [], name)
  })

  it('that do not are found, each by its rule', () => {
    const faults: [sql: string, rule: RegExp][] = [
      ['drop table a;', /takes a table away/],
      ['alter table a drop column b;', /takes a column away/],
      ['alter table a add column c int, drop column b;', /takes a column away/],
      ['alter table a rename column b to c;', /renames/],
      ['alter table a rename to b;', /renames/],
      ['alter table a alter column b type bigint;', /changes a type/],
      ['alter table a alter column b set not null;', /forbids null/],
      ['ALTER TABLE a\n  ADD COLUMN b int NOT NULL;', /do not fill/],
      ['alter table a add column c int default 1, add column b int not null;', /do not fill/],
      ['alter table a add constraint x check (b > 0);', /new rule/],
      ['create unique index a_b on a (b);', /new rule/],
      ['create index a_b on a (b);', /locks a table/],
    ]
    for (const [sql, rule] of faults)
      assert.match(
        faultsOf('0090-x.sql', sql)
          .map(fault => fault.rule)
          .join(),
        rule,
        sql,
      )
  })

  it('may add what older processes need not know, and take away in a second step', () => {
    const fine = [
      'alter table a add column b int;',
      "alter table a add column b text not null default '', add column c int;",
      'create table a (b int not null primary key); create unique index a_b on a (b);',
      '-- drop table a;\nselect 1;',
      'create function f() returns void language plpgsql as $$ begin drop table a; end $$;',
      '-- fits: they write no b at all.\nalter table a add constraint x check (b > 0);',
      '-- short: a hundred rows.\ncreate index a_b on a (b);',
    ]
    for (const sql of fine) assert.deepEqual(faultsOf('0090-x.sql', sql), [], sql)
    assert.deepEqual(faultsOf('0091-drop-a.sql', 'drop table a; alter table b drop column c;'), [])
  })
})
