import { surfaces } from '../../src/page/pixels/tint.ts'
import { findMark, markSvg } from '../../src/products/images/marks/marks.ts'
import { drawSheet } from './sheet.ts'

/** `node scripts/marks/wall.ts`: the picture at the head of the README, light and dark. */
const domains =
  `github.com gitlab.com stripe.com shopify.com spotify.com netflix.com youtube.com google.com
apple.com android.com airbnb.com uber.com lyft.com paypal.com visa.com mastercard.com klarna.com wise.com
revolut.com coinbase.com figma.com notion.so dropbox.com asana.com trello.com atlassian.com zoom.us discord.com
telegram.org signal.org whatsapp.com messenger.com reddit.com pinterest.com tumblr.com medium.com x.com
instagram.com facebook.com tiktok.com snapchat.com twitch.tv docker.com kubernetes.io python.org nodejs.org
typescriptlang.org react.dev svelte.dev angular.dev deno.com bun.sh nextjs.org vercel.com netlify.com
cloudflare.com digitalocean.com hetzner.com postgresql.org mysql.com mongodb.com redis.io elastic.co grafana.com
sentry.io datadoghq.com newrelic.com nvidia.com intel.com amd.com samsung.com sony.com bmw.com audi.com
mercedes-benz.com tesla.com ford.com volvocars.com nike.com adidas.com puma.com ikea.com mcdonalds.com starbucks.com
cocacola.com ups.com fedex.com dhl.com lufthansa.com boeing.com nasa.gov wikipedia.org mozilla.org brave.com
duckduckgo.com opera.com steampowered.com epicgames.com nintendo.com playstation.com unity.com unrealengine.com
blender.org gimp.org inkscape.org libreoffice.org ubuntu.com debian.org archlinux.org fedoraproject.org`
    .split(/\s+/)
    .flatMap(domain => findMark(domain) ?? [])
const columns = 16
const marks = domains.slice(0, 6 * columns)
for (const theme of ['light', 'dark'] as const)
  await drawSheet(
    marks.map(mark => markSvg(mark, theme)),
    { columns, cellPx: 64, gapPx: 32 },
  )
    .flatten({ background: surfaces[theme] })
    .png({ palette: true })
    .toFile(`docs/images/logos-${theme}.png`)
console.log(`${marks.length} marks`)
