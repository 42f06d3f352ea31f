import assert from 'node:assert/strict'
import { type Site, sites } from '../products/images/sites.ts'
import { atEnd } from './at-end.ts'
import { type ImageApp, startImages } from './images.ts'
import { colorOf } from './pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from './simulated-web.ts'

type Candidate = { source: string; url: string; score: number | null; reasons: string[] }
type Report = { source: string; report: { light: Candidate[]; dark: Candidate[]; parent?: string } }

/** The image API with all made-up sites. */
export const startSites = async (): Promise<{ web: SimulatedWeb; app: ImageApp }> => {
  const web = await createSimulatedWeb()
  atEnd(web.close)
  for (const { host, pages, more = {} } of sites) {
    web.site(`${host}.example`, pages, host === 'onlyhttp' ? { certificate: 'untrusted' } : {})
    for (const [name, there] of Object.entries(more)) web.site(name, there)
  }
  return { web, app: await startImages(web) }
}

/** Those that are checked with every change: the ways in which most sites name their icon. */
export const isCommon = ({ name }: Site): boolean => commonNames.has(name)

const commonNames = new Set([
  'only a favicon at its usual place',
  'an SVG icon beats everything else',
  'a touch icon beats a small favicon',
  'sizes that lie: the true pixels decide',
  'the manifest when the page has only a small icon',
  'maskable loses to any',
  'JSON-LD logo as a string',
  'a wide wordmark loses to a small square icon',
  'a blank icon is no icon',
  'a missing file makes way for the next',
  'a declared dark icon is used on dark, whatever its name says',
  'a bot wall is no page, but the usual places answer',
  'a home page that moved to www, where its files are',
  'a sub-domain without an icon has its parent’s, never a neighbour’s',
  'many candidates: bounded, and the best among them wins',
])

export const checkSite = async (
  app: ImageApp,
  { host, ask = `${host}.example`, expect }: Site,
): Promise<void> => {
  const answer = await app.image(`/${ask}`)
  assert.equal(answer.status, 200)
  const { json } = await app.api(`/v1/images/${ask}`)
  const { report } = json as Report
  const told = JSON.stringify(report, undefined, 1)
  assert.equal(answer.headers.get('x-image-source'), expect.source, told)
  assert.equal(await colorOf(answer.bytes), expect.color, told)
  if (expect.dark) {
    const onDark = await app.image(`/${ask}?theme=dark`)
    assert.equal(await colorOf(onDark.bytes), expect.dark, told)
  }
  const winner = report.light[0]
  if (expect.reason) assert.match(winner?.reasons.join(', ') ?? '', expect.reason, told)
  if (expect.loser) {
    const [path, reason] = expect.loser
    const loser = report.light.find(({ url }) => url.endsWith(path))
    assert.match(loser?.reasons.join(', ') ?? '', reason, told)
  }
}
