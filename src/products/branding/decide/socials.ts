const networks = {
  facebook: /^(?:[\w-]+\.)?facebook\.com$/,
  instagram: /^(?:www\.)?instagram\.com$/,
  x: /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/,
  linkedin: /^(?:[\w-]+\.)?linkedin\.com$/,
  youtube: /^(?:www\.|m\.)?youtube\.com$/,
  tiktok: /^(?:www\.)?tiktok\.com$/,
  github: /^(?:www\.)?github\.com$/,
  pinterest:
    /^(?:[\w-]+\.)?pinterest\.(?:com(?:\.(?:au|mx))?|co(?:\.uk|\.kr)?|at|ca|ch|cl|de|dk|es|fr|ie|it|jp|nz|ph|pt|se)$/,
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

const oneOf = (words: string): string => words.replaceAll('.', '\\.').split(' ').join('|')

/** Buttons to share a page, single posts and the network's own pages are nobody's account. */
const notAnAccount = new RegExp(
  [
    '^/?$',
    `^/(?:${oneOf('share sharer sharing shares sharearticle intent dialog plugins redirect home login signup feed hashtag search results explore marketplace status settings p reel l.php story.php permalink.php photo watch embed playlist about policies privacy legal terms groups events')})(?:\\.php)?(?:/|$)`,
    // Alone these may be somebody's name.
    `^/(?:${oneOf('app cws help i live pin reels shorts spi stories t')})/.`,
    `/(?:${oneOf('status posts videos photos pulse issues pull blob tree')})/`,
  ].join('|'),
  'i',
)

/** Where the name of an account stands in the query. */
const inQuery: Partial<Record<SocialNetwork, { path: RegExp; name: string }>> = {
  facebook: { path: /^\/profile\.php$/i, name: 'id' },
}

/** The account that an address names, without what was added to count visitors. */
export const socialOf = (address: string): { network: SocialNetwork; url: string } | undefined => {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const network = socialNetworks.find(each => networks[each].test(url.hostname))
  if (!network || notAnAccount.test(url.pathname)) return undefined
  const asked = inQuery[network]
  const account = `https://${url.hostname}${url.pathname.replace(/\/$/, '')}`
  if (!asked?.path.test(url.pathname)) return { network, url: account }
  const name = url.searchParams.get(asked.name)
  return name ? { network, url: `${account}?${asked.name}=${encodeURIComponent(name)}` } : undefined
}
