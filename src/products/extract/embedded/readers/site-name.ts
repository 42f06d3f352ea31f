import { getDomainWithoutSuffix } from 'tldts'
import { fold } from '../../../../page/words/words.ts'
import type { State } from '../state/state.ts'

/** Whether it is what the page's address is called. */
export const isOfHost = ({ page }: State, text: string): boolean => {
  const name = squash(text)
  const host = URL.parse(page.url)?.hostname ?? ''
  return (name.length > 2 && squash(host).includes(name)) || isShortFor(host, text)
}

/** sba.example is the site of the Small Business Administration. */
const isShortFor = (host: string, text: string): boolean => {
  const label = getDomainWithoutSuffix(host) ?? ''
  const initials = [...text.matchAll(/(?<![\p{L}\p{N}.])\p{Lu}(?=\p{Ll})/gu)].join('').toLowerCase()
  return label.length >= leastInitials && initials === label
}

const leastInitials = 3

/** Whether a part of the tab is the name of the site: as the page says, or as its address does. */
export const isSite = (state: State, part: string): boolean => {
  const name = squash(part)
  const [site] = state.scope.meta.properties.get('og:site_name') ?? []
  const isNamed = name.length > 2 && typeof site === 'string' && squash(site) === name
  return isNamed || isOfHost(state, part)
}

/** The page that a site's bare address leads to, in whatever language. */
export const isFront = ({ page }: State): boolean =>
  frontPage.test(URL.parse(page.url)?.pathname ?? '')

const frontPage = /^\/?(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:index\.\w+)?$/i

const squash = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** What tabs say where nobody gave the page a title. */
export const isEmptyTitle = (title: string): boolean => emptyTitles.test(title.trim())

const emptyTitles =
  /^(?:home(?:page)?|index|untitled(?: document)?|document|welcome|startseite|accueil|inicio)$/i
