/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * Runs in the page: which of these stylesheets a visitor would see something of. Those for print
 * and those that are switched off are not missed, but for those that a script switches on later.
 */
export const sheetsThatCount = (urls: readonly string[]): string[] => {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[href]')]
  return urls.filter(url => {
    const its = links.filter(link => link.href === url)
    return (
      its.length === 0 ||
      its.some(
        link =>
          /media/i.test(link.getAttribute('onload') ?? '') ||
          (!link.disabled &&
            !/\balternate\b/i.test(link.rel) &&
            (link.media === '' || matchMedia(link.media).matches)),
      )
    )
  })
}

/** Runs in the page: asks for stylesheets again, in the place of those that did not come. */
export const loadSheetsAgain = async ({
  urls,
  limitMs,
}: {
  urls: readonly string[]
  limitMs: number
}): Promise<void> => {
  const owners = new Set<Element>()
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[href]'))
    if (urls.includes(link.href)) owners.add(link)
  for (const sheet of document.styleSheets)
    try {
      for (const rule of sheet.cssRules) {
        if (!(rule instanceof CSSImportRule)) continue
        const url = URL.parse(rule.href, sheet.href ?? document.baseURI)?.href
        if (url && urls.includes(url) && sheet.ownerNode instanceof Element)
          owners.add(sheet.ownerNode)
      }
    } catch {
      // The rules of another origin's stylesheet are not ours to read.
    }
  const late = new Promise(resolve => setTimeout(resolve, limitMs))
  const coming = [...owners].slice(0, 40).map(owner => {
    const again = owner.cloneNode(true) as Element
    const settled = new Promise(resolve => {
      again.addEventListener('load', resolve, { once: true })
      again.addEventListener('error', resolve, { once: true })
    })
    owner.replaceWith(again)
    return settled
  })
  await Promise.race([Promise.all(coming), late])
}
