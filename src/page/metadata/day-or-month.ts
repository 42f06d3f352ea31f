export type First = 'day' | 'month'

/**
 * Which of 3/4/2011 is the month where a page is written: by the region of its language, then by
 * its country. Templates say en-US of themselves, so that a country knows better.
 */
export const firstByPlace = (language: string | undefined, url: string): First | undefined => {
  const [tongue = '', ...subtags] = language?.toLowerCase().split(/[-_]/) ?? []
  const region = subtags.find(one => one.length === 2) ?? ''
  const spoken = /^[a-z]{2}$/.test(tongue) && tongue !== 'en' ? 'day' : undefined
  const said = firstByRegion(region)
  if (said && region !== 'us') return said
  const domain = new URL(url).hostname.split('.').at(-1) ?? ''
  return firstByRegion(domain === 'uk' ? 'gb' : isCountry(domain) ? domain : '') ?? said ?? spoken
}

/** Canadians write both; the others put the day first, or the year. */
const firstByRegion = (region: string): First | undefined => {
  if (region === '' || region === 'ca') return undefined
  return monthFirst.has(region) ? 'month' : 'day'
}

const monthFirst = new Set('us ph pr gu vi as mp fm mh pw'.split(' '))

/** Two letters, but none of those that are sold to everybody. */
const isCountry = (domain: string): boolean => domain.length === 2 && !forEverybody.has(domain)

const forEverybody = new Set(
  'ac ag ai am bz cc cd co dj eu fm gg gl gs im io la ly me ms mu nu pw sc sh so st to tv vc vg ws'.split(
    ' ',
  ),
)
