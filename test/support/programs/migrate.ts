import { migrate } from '../../../src/base/db/migrate.ts'
import { closeSql, openSql } from '../../../src/base/db/sql.ts'

/** Migrates in a process of its own: `migrate.ts <target as JSON> <folder>`; prints what it applied. */
const [target = '', dir = ''] = process.argv.slice(2)
const sql = openSql(JSON.parse(target), { name: 'migrate', maxConnections: 1 })
console.log(JSON.stringify(await migrate(sql, dir)))
await closeSql(sql)
