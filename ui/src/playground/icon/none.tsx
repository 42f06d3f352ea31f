import type { AnswerOf } from '../../api/ask.ts'
import { useAnswer } from '../../api/use-answer.ts'

type Report = NonNullable<AnswerOf<'GET /v1/images/:domain'>['report']>

/** In place of a site's Open Graph image: whether it has none, or nobody could see. */
export const WhyNone = ({ domain }: { domain: string }) => {
  const { value, error } = useAnswer('GET /v1/images/:domain', {
    params: { domain },
    query: { kind: 'og' },
  })
  const told = error ? `There is no image. ${error.message}` : value && sayWhyNone(value.report)
  return <span className="break-words text-soft">{told ?? 'One moment…'}</span>
}

const sayWhyNone = (report: Report | null): string => {
  const unread = sayUnread(report)
  if (unread) return unread
  const [flaw] = report?.images?.flatMap(({ reasons }) => reasons) ?? []
  return flaw ? `Its image cannot be used: ${flaw}.` : 'This site has none.'
}

/** Why a site's home page says nothing of its images; undefined where it was read. */
export const sayUnread = (report: Report | null): string | undefined => {
  const { state = 'read', detail = '' } = report?.home ?? {}
  switch (state) {
    case 'unreachable':
      return `The site cannot be reached. ${detail}`.trim()
    case 'refused':
      return `The site answered with ${detail || 'an error'}.`
    case 'wall':
      return 'The site shows a bot check instead of its page.'
    case 'elsewhere':
      return `The site ${detail || 'leads to another one'}.`
    case 'no-html':
      return 'Its address does not answer with a page.'
    default:
      return undefined
  }
}
