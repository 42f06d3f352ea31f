import type { PinContext } from './pinning.ts'

export type PinFlags = PinContext['flags']

/** What reads and draws images is loaded for these commands alone. */
const pinning = () => import('./pinning.ts')

/** Images, colors and names that outrank what sites say. */
export const pinCommands = {
  'pin list': {
    usage: 'pin list',
    about: 'Lists what is pinned, by whom and when.',
    run: async (context: PinContext) => (await pinning()).showPins(context),
  },
  'pin undo': {
    usage: 'pin undo <domain> [icon|dark|og|logo|symbol|color|name|names|tickers]',
    about: 'Undoes a pin, or all of a domain; what its site says counts again, at once.',
    run: async (context: PinContext) => (await pinning()).undoPins(context),
  },
  'pin import': {
    usage: 'pin import <file>',
    about:
      'Pins names and ticker symbols of companies: a line each, "example.com | Example | other names; … | EXMP; EXM.DE".',
    run: async (context: PinContext) => (await pinning()).importCompanies(context),
  },
  pin: {
    usage:
      'pin <domain> [--icon file|url] [--dark file|url] [--og file|url] [--logo file|url] [--symbol file|url] [--color #rrggbb] [--name …] [--names a;b] [--tickers A;B.DE]',
    about: 'Puts an icon, another image, a color or a name in place of what the site says.',
    run: async (context: PinContext) => (await pinning()).makePins(context),
  },
}
