import type { Static } from 'typebox'
import { pageUrl, readingOptions, respectRobots, session } from '../../base/reader/options.ts'
import { checkedHeaders, type PageRequest } from '../../base/reader/page-request.ts'
import { readSession } from '../../base/reader/session-ref.ts'
import { readTravel, wayOptions } from '../../base/ways/request.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { type BrandingProfile, type ProfilePart, parts } from './profile/profile.ts'

const outputFormats = ['json', 'dtcg', 'css', 'tailwind'] as const
export type OutputFormat = (typeof outputFormats)[number]

export const BrandingRequest = closed(
  {
    url: pageUrl,
    include: optional.Array(Type.Enum([...parts]), {
      minItems: 1,
      uniqueItems: true,
      default: [...parts],
      description:
        'The parts to return. Only `colors` and/or `images` is read from HTML, CSS and images without a browser (2 credits); anything else is measured in a browser (5 credits).',
    }),
    evidence: optional.Boolean({
      default: false,
      description: 'Also return where each value came from.',
    }),
    format: optional.Enum([...outputFormats], {
      description:
        '`json` (default), `dtcg` (W3C design tokens), `css` (custom properties) or `tailwind` (v4 `@theme`). Without it the `Accept` header decides.',
    }),
    timeout: readingOptions.timeout,
    headers: readingOptions.headers,
    mobile: readingOptions.mobile,
    respectRobots,
    session,
    ...wayOptions,
  },
  {
    title: 'BrandingRequest',
    examples: [{ url: 'https://example.com/', include: ['colors', 'images'] }],
  },
)
export type BrandingRequest = Static<typeof BrandingRequest>

/** A request for a profile, checked, with every default filled in. */
export type CheckedRequest = { include: readonly ProfilePart[] } & Pick<
  PageRequest,
  | ('url' | 'timeoutMs' | 'arrivedMs' | 'headers' | 'mobile' | 'respectRobots')
  | ('exit' | 'locale' | 'session' | 'onExtra' | 'jobId')
>

/** Makes a profile with the parts asked for, evidence included; `life` ends with the deadline. */
export type ReadBranding = (request: CheckedRequest, life: AbortSignal) => Promise<BrandingProfile>

export const checkRequest = (
  parseTarget: (text: string) => URL,
  request: BrandingRequest,
  accountId: string,
): CheckedRequest => ({
  url: parseTarget(request.url),
  include: request.include ?? parts,
  timeoutMs: request.timeout ?? 30_000,
  headers: checkedHeaders(request.headers ?? {}),
  mobile: request.mobile ?? false,
  respectRobots: request.respectRobots ?? false,
  ...readTravel(request),
  ...readSession(request, accountId),
})

const heuristicParts: ReadonlySet<ProfilePart> = new Set(['colors', 'images'])

/** Colors and images can be read without a browser, for less (docs/api.md, “Credits”). */
export const isHeuristic = ({ include }: Pick<CheckedRequest, 'include'>): boolean =>
  include.every(part => heuristicParts.has(part))
