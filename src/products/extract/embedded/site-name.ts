import { fold } from '../words/words.ts'
import type { State } from './state.ts'

/** Whether a part of the tab is the name of the site: as the page says, or as its address does. */
export const isSite = ({ scope: { meta }, page }: State, part: string): boolean => {
  const name = squash(part)
  const site = meta.properties.get('og:site_name')?.[0]
  const host = squash(URL.parse(page.url)?.hostname ?? '')
  return (
    name.length > 2 && ((typeof site === 'string' && squash(site) === name) || host.includes(name))
  )
}

const squash = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** What tabs say where nobody gave the page a title. */
export const isEmptyTitle = (title: string): boolean => emptyTitles.test(title.trim())

const emptyTitles =
  /^(?:home(?:page)?|index|untitled(?: document)?|document|welcome|startseite|accueil|inicio)$/i
