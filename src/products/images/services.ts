import { declare } from '../../page/icons/declared.ts'
import { rankIcons } from '../../page/icons/score.ts'
import { type FileDeps, fetchIcon, type IconFile } from './files.ts'

/** What services are asked for; they enlarge what they have, so a larger answer proves nothing. */
const askedPx = 128

/**
 * Both public services answer "no icon" with a globe or an arrow of 16 px (and with status 404). An
 * icon of that size would be enlarged eight times: the monogram is the better picture anyway.
 */
const placeholderPx = 16

type ServiceAnswer = { file: IconFile; reasons: string[] }

/** The favicon services in their order; the first real icon. For sites that yield nothing at all. */
export const askServices = async (
  deps: FileDeps & { faviconServices: readonly string[] },
  host: string,
  signal: AbortSignal,
): Promise<{ found: IconFile | undefined; answers: ServiceAnswer[] }> => {
  const answers: ServiceAnswer[] = []
  for (const template of deps.faviconServices) {
    const url = template
      .replaceAll('{domain}', encodeURIComponent(host))
      .replaceAll('{size}', String(askedPx))
    const icon = declare('well-known', url)
    const file: IconFile = { icon, ...(await fetchIcon(deps, url, signal)) }
    const [ranked] = rankIcons([file], 'light')
    const reasons = isPlaceholder(file) ? ['the placeholder of a favicon service'] : ranked?.reasons
    answers.push({ file, reasons: reasons ?? [] })
    if (ranked?.score !== undefined && !isPlaceholder(file)) return { found: file, answers }
  }
  return { found: undefined, answers }
}

const isPlaceholder = ({ facts }: IconFile): boolean =>
  facts !== undefined && !facts.isVector && Math.max(facts.width, facts.height) <= placeholderPx
