import { closed, optional, Type } from '../../kit/schema.ts'
import { ImageAnswer } from '../../products/images/report.ts'
import { defineTool, type Picture, type Tool, type ToolCall } from './tool.ts'

const { domain, source, url, checkedAt } = ImageAnswer.properties
const kind = Type.Enum(['icon', 'og'], { default: 'icon' })

type Explained = { domain: string; source: string | null }
type Drawn = { status: number; bytes: Buffer; contentType: string }

export type IconDeps = {
  reach: { imagePublicUrl: string }
  /** By the path and query of the image API; undefined where another process draws. */
  draw: ((target: string, accountId: string) => Promise<Drawn>) | undefined
}

export const iconTool = (deps: IconDeps): Tool =>
  defineTool({
    name: 'icon',
    title: 'Icon of a company',
    description:
      'The icon (or Open Graph image) of a domain as a picture, where it comes from, and its address in the image API. Free.',
    input: closed({
      domain: Type.String({ maxLength: 4_096, description: 'Such as github.com' }),
      kind: Type.Optional(kind),
      size: optional.Integer({ minimum: 16, maximum: 1_024, default: 128 }),
      theme: optional.Enum(['light', 'dark'], { default: 'light' }),
    }),
    output: Type.Object({
      ...{ domain, kind: Type.String(), source, url, checkedAt },
      imageUrl: Type.String({ description: 'For web pages, with a publishable key as `token`' }),
    }),
    readsOnly: true,
    showsPages: false,
    async run(call, input) {
      const { kind = 'icon', size = 128, theme = 'light' } = input
      const path = `/images/${encodeURIComponent(input.domain)}?kind=${kind}`
      const answer = (await call.ask('GET', path)).json as Explained & Record<string, unknown>
      const { report: _, blur: __, ...explained } = answer
      const target = `/${kind === 'og' ? 'og/' : ''}${explained.domain}?size=${size}&theme=${theme}`
      const imageUrl = `${deps.reach.imagePublicUrl}${target}`
      const from = explained.source === null ? 'none of its own' : `from ${explained.source}`
      return {
        data: { ...explained, imageUrl },
        text: `${explained.domain}: ${kind} ${from}. In a web page: ${imageUrl}&token=<publishable key>`,
        pictures: await drawn(deps, call, target),
      }
    },
  })

/** As pixels: models are shown no SVG. */
const drawn = async ({ draw }: IconDeps, call: ToolCall, target: string): Promise<Picture[]> => {
  const made = await draw?.(`${target}&raster=true&format=png&fallback=404`, call.accountId)
  if (made?.status !== 200) return []
  return [{ base64: made.bytes.toString('base64'), contentType: made.contentType }]
}
