import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../kit/make-folder.ts'
import { folderProblem } from './folder.ts'
import type { Sql } from './sql.ts'
import { DatabaseStartError } from './start-error.ts'

/**
 * Encrypts the few secrets that the database must give back in clear (webhook secrets, callers'
 * headers), with a key that is not in the database: a dump or a stolen disk of it opens none.
 */
export type Vault = {
  /** `purpose` names what the text is for; it opens for the same purpose only. */
  seal(text: string, purpose: string): Buffer
  open(sealed: Buffer, purpose: string): string
  /** A secret of the server's own, the same in all its processes and kept nowhere. */
  secretFor(purpose: string): string
}

type VaultDeps = {
  sql: Sql
  /** Of several machines, or a file that holds it; otherwise a file in `dataDir` is made once. */
  masterKey: string | undefined
  masterKeyFile?: string | undefined
  dataDir: string
}
type Places = Omit<VaultDeps, 'sql'>

/** All processes on a database must have the same key: one that has another does not start. */
export const openVault = async (deps: VaultDeps): Promise<Vault> => {
  const masterKey = await provideKey(deps)
  const fingerprint = fingerprintOf(masterKey)
  await deps.sql`
    insert into master_key (fingerprint) values (${fingerprint}) on conflict do nothing`
  const [known] = await deps.sql<{ fingerprint: Buffer }[]>`select fingerprint from master_key`
  if (!known?.fingerprint.equals(fingerprint)) throw new DatabaseStartError(otherKey(deps))
  return createVault(masterKey)
}

/** The key is lost: what it sealed is given up, and the key there is now takes its place. */
export const resetVault = async (deps: VaultDeps): Promise<void> => {
  const masterKey = await provideKey(deps)
  await deps.sql`
    insert into master_key (fingerprint) values (${fingerprintOf(masterKey)})
    on conflict (only_one) do update set fingerprint = excluded.fingerprint`
  await deps.sql`delete from webhook_secrets`
  await deps.sql`update batches set sealed_headers = null where sealed_headers is not null`
  await deps.sql`update schedules set sealed = null where sealed is not null`
  await deps.sql`update join_links set sealed_keys = null where sealed_keys is not null`
  await deps.sql`update keys set sealed = null where sealed is not null`
  await deps.sql`delete from first_keys`
  await deps.sql`delete from bot_keys`
  await deps.sql`delete from secrets`
  await deps.sql`delete from site_sessions`
  await deps.sql`delete from ways`
  await deps.sql`delete from two_steps`
  await deps.sql`update people set two_step = false where two_step`
  await deps.sql`
    update mail_outbox set status = 'failed', sealed_text = null, ended_at = now()
    where sealed_text is not null`
}

/** The key of this process, if there is one already: a look makes none. */
export const findMasterKey = async (
  deps: Places,
): Promise<{ key: string; place: string } | undefined> => {
  const given = await givenKey(deps)
  if (given !== undefined) return { key: given, place: placeOf(deps) }
  const place = keyFile(deps.dataDir)
  const text = await readFile(place, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : { key: text.trim(), place }
}

export const isKeyOf = (masterKey: string, fingerprint: Buffer): boolean =>
  fingerprintOf(masterKey).equals(fingerprint)

/** Puts a key from elsewhere into a data folder; one that is there stays beside it. */
export const placeKeyFile = async (dataDir: string, masterKey: string): Promise<string> => {
  const file = keyFile(dataDir)
  await makeFolder(dataDir, 0o700)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${masterKey}\n`, { mode: 0o600, flush: true })
  await rename(file, `${file}.replaced-${Date.now()}`).catch(error => {
    if (Object(error).code !== 'ENOENT') throw error
  })
  await rename(draft, file)
  return file
}

const otherKey = (deps: Places): string => {
  const ours = deps.masterKey === undefined ? `the key in ${placeOf(deps)}` : placeOf(deps)
  return `The secrets in this database were encrypted with another master key than ${ours}. Set MASTER_KEY, or MASTER_KEY_FILE, to the first machine’s key (the content of master.key in its DATA_DIR) in every process. If that key is lost, \`npm run siteray -- master-key reset\` gives up what it encrypted.`
}

const placeOf = ({ masterKey, masterKeyFile, dataDir }: Places): string =>
  masterKey === undefined ? (masterKeyFile ?? keyFile(dataDir)) : 'MASTER_KEY'

const provideKey = async (deps: Places): Promise<string> =>
  (await givenKey(deps)) ?? provideKeyFile(deps.dataDir)

const shortestKey = 32

/** The operator's own; a file that is named and holds none is a mistake, not a wish for a new key. */
const givenKey = async ({ masterKey, masterKeyFile }: Places): Promise<string | undefined> => {
  if (masterKey !== undefined || masterKeyFile === undefined) return masterKey
  const text = await readFile(masterKeyFile, 'utf8').catch(error => {
    throw new DatabaseStartError(
      `MASTER_KEY_FILE names ${masterKeyFile}, and it cannot be read (${Object(error).code}).`,
      { cause: error },
    )
  })
  if (text.trim().length < shortestKey)
    throw new DatabaseStartError(
      `${masterKeyFile} of MASTER_KEY_FILE holds no key: it needs ${shortestKey} characters or more.`,
    )
  return text.trim()
}

const keyFile = (dataDir: string) => join(dataDir, 'master.key')

/** Made complete under another name first: whoever comes second finds a whole key or none. */
const provideKeyFile = async (dataDir: string): Promise<string> => {
  const file = keyFile(dataDir)
  const read = () => readFile(file, 'utf8').then(text => text.trim())
  try {
    return await read()
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await makeFolder(dataDir, 0o700)
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    throw folderProblem(dataDir, error)
  }
  try {
    await link(draft, file)
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return read()
}

const nonceBytes = 12
const tagBytes = 16

const createVault = (masterKey: string): Vault => {
  const key = derive(masterKey, 'siteray sealed secrets')
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, purpose) {
      const nonce = sealed.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = sealed.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    secretFor: purpose => derive(masterKey, `siteray secret for ${purpose}`).toString('base64url'),
  }
}

const fingerprintOf = (masterKey: string): Buffer =>
  createHmac('sha256', derive(masterKey, 'siteray fingerprint')).update('master key').digest()

const derive = (masterKey: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', info, 32))
