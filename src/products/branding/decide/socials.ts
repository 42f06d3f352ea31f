const networks = {
  facebook: /^(?:[\w-]+\.)?facebook\.com$/,
  instagram: /^(?:www\.)?instagram\.com$/,
  x: /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/,
  linkedin: /^(?:[\w-]+\.)?linkedin\.com$/,
  youtube: /^(?:www\.|m\.)?youtube\.com$/,
  tiktok: /^(?:www\.)?tiktok\.com$/,
  github: /^github\.com$/,
  pinterest: /^(?:[\w-]+\.)?pinterest\.(?:com|de|fr|es|co\.uk)$/,
  threads: /^(?:www\.)?threads\.(?:net|com)$/,
  bluesky: /^bsky\.app$/,
  discord: /^(?:www\.)?discord\.(?:gg|com)$/,
  telegram: /^(?:t\.me|telegram\.me)$/,
  whatsapp: /^(?:wa\.me|(?:www\.)?whatsapp\.com)$/,
  xing: /^(?:www\.)?xing\.com$/,
  weibo: /^(?:www\.)?weibo\.com$/,
  wikipedia: /^[\w-]+\.wikipedia\.org$/,
  crunchbase: /^(?:www\.)?crunchbase\.com$/,
} as const

export type SocialNetwork = keyof typeof networks
export const socialNetworks = Object.keys(networks) as SocialNetwork[]

/** Buttons to share a page, single posts and the network's own pages are nobody's account. */
const notAnAccount =
  /^\/?$|^\/(?:share|sharer|sharing|intent|dialog|home|login|signup|hashtag|search|watch|embed|p|reel|status|explore|about|policies|privacy|legal|terms|settings|plugins|groups|events|sharearticle)(?:[/.]|$)|\/(?:status|posts|videos|photos|pulse|issues|pull|blob|tree)\//i

/** The account that an address names, without what was added to count visitors. */
export const socialOf = (address: string): { network: SocialNetwork; url: string } | undefined => {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const network = socialNetworks.find(each => networks[each].test(url.hostname))
  if (!network || notAnAccount.test(url.pathname)) return undefined
  return { network, url: `https://${url.hostname}${url.pathname.replace(/\/$/, '')}` }
}
