import type { Fault } from './fault.ts'

/** What is written wrongly. */
export const markdown: Fault[] = [
  {
    page: 'docs-gitbook-english',
    why: 'the numbers of a list stand in the text once more',
    right: `1. Open the order and choose *Buy label*.
2. Check the weight. Carriers charge again when it is wrong.
3. Click *Print*.
`,
    now: `1. 1\\.

…
   Click *Print*.
`,
  },
  {
    page: 'docs-mkdocs-german',
    why: 'the boxes of a task list are lost where a label is around them',
    right: `- [x] Firmware 4.2 oder neuer
- [ ] Ein Rechner`,
    now: `- Firmware 4.2 oder neuer
- Ein Rechner`,
  },
  {
    page: 'shop-listing-italian',
    why: 'three prices stick together',
    right: '58,00 € -20% 46,40 €',
    now: '58,00 €-20%46,40 €',
  },
  {
    page: 'blog-substack-like-english',
    why: 'the smaller file of a picture is given',
    right: `What Geoff does is simple. He lays a strip of garden netting down the face of the weir, keeps it damp, and counts what comes up. For those that fall back, there are the buckets.

[![Netting laid over a concrete weir at night](https://cdn.letterpost.example/w_1456/weir.jpg)](https://cdn.letterpost.example/full/weir.jpg)

The ladder: £14 of netting and some tent pegs.`,
    now: `What Geoff does is simple. He lays a strip of garden netting down the face of the weir, keeps it damp, and counts what comes up. For those that fall back, there are the buckets.

[![Netting laid over a concrete weir at night](https://cdn.letterpost.example/w_848/weir.webp)](https://cdn.letterpost.example/full/weir.jpg)

The ladder: £14 of netting and some tent pegs.`,
  },
]
