import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import sharp from 'sharp'
import { createObjects } from '../../../src/base/objects/objects.ts'
import { openS3 } from '../../../src/base/objects/s3.ts'
import { readS3Place, type S3Place } from '../../../src/config/s3-location.ts'
import { article } from '../../support/batch.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { type S3Server, startS3 } from '../../support/s3-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

/** For the tests of one file: an S3-compatible store, and an app that keeps large values there. */
export const setUpObjects = () => {
  const world = {} as { s3: S3Server; web: SimulatedWeb; app: ImageApp }
  before(async () => {
    ;[world.s3, world.web] = await Promise.all([startS3(), createSimulatedWeb()])
    const raw = { width: 64, height: 64, channels: 3 as const }
    const icon = await sharp(randomBytes(64 * 64 * 3), { raw })
      .png()
      .toBuffer()
    world.web.site('long.test', {
      '*': article('long').replace('</main>', `<p>${longText}</p></main>`),
      '/robots.txt': { status: 404 },
      '/short': article('short'),
    })
    for (const host of ['acme.example', 'other.example'])
      world.web.site(host, { '/': '<link rel="icon" href="/i.png">', '/i.png': icon })
    world.app = await startImages(world.web, { env: { S3_URL: world.s3.url } })
  })
  beforeEach(() => {
    world.s3.fault = undefined
  })
  after(async () => {
    world.s3.close()
    await world.web.close()
  })

  const place = (change: Partial<S3Place> = {}): S3Place => {
    const read = readS3Place(world.s3.url, world.s3.origin, [])
    assert.ok(read)
    return { ...read, ...change }
  }
  const open = (timeoutMs?: number) => openS3(place(), fetch, timeoutMs)
  return {
    world,
    place,
    open,
    objectsOf: (timeoutMs?: number) =>
      createObjects({
        sql: world.app.database.sql,
        s3: open(timeoutMs),
        onError: () => undefined,
      }),
    stored: () => [...world.s3.objects.keys()].map(key => key.replace('some/folder/', '')).sort(),
    known: async () => {
      const rows = await world.app.database.sql<{ id: string }[]>`
        select id from objects where body is null`
      return rows.map(({ id }) => id).sort()
    },
  }
}

/** Compresses badly. */
export const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex')
export const longText = Array.from({ length: 400 }, () => noise(40)).join(' ')
