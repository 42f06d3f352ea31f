import { test } from 'node:test'
import { judgeOverlay, safeAnswer } from '../../../src/products/branding/decide/overlays.ts'
import { decideSpacing } from '../../../src/products/branding/decide/spacing.ts'
import type { Overlay, Snapshot } from '../../../src/products/branding/page/snapshot.ts'

/** `8 16*3`: a distance of 8 px nine times, as most are, and one of 16 px three times. */
const countsIn = (text: string): [px: number, count: number][] =>
  text
    .split(' ')
    .filter(Boolean)
    .map(one => one.split('*'))
    .map(([px, count = '9']) => [Number(px), Number(count)])

test('which unit distances have', t => {
  const lists: [px: number, count: number][][] = [
    ...[
      '',
      '8 16 24 32',
      '8 16 24',
      '8*1 16*1 24*1 32*1',
      '4 8 12 20 28',
      '5 10 15 25 30',
      '10 20 30 40',
      '6 12 18 30',
      '8.4 16.4 24.5 32.6',
      '8 16 24 31*3 13*3',
      '7*3 11*5 13*4 17*6 23',
      '2*99 129*99 8 16 24 128*1',
      '3 9 15 21',
    ].map(countsIn),
    Array.from({ length: 20 }, (_, at) => [at * 4 + 4, at]),
  ]
  const shown = lists.map(list =>
    decideSpacing({
      distances: list.map(([px, count]) => ({ px, count })),
      radii: list.map(([px, count]) => ({ px, count })),
      shadows: list.map(([px, count]) => ({
        value: px > 10 ? `rgb(0, 0, 0) 0px ${px}px 0px 0px` : 'none',
        count,
      })),
      variables:
        list.length === 4
          ? [
              ['space-4', '16px'],
              ['gap', '1.5rem'],
              ['spacing-05', '0px'],
              ['width', '8px'],
            ]
          : [],
      roots: { rootFontPx: 16 },
    } as unknown as Snapshot),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/branding-spacing.json')
})

test('what floats above a page, and which of its buttons is safe', t => {
  const plain = {
    ...{ names: '', text: '', role: '', isModal: false, hasNavigation: false, hasHeading: false },
    ...{
      position: 'fixed',
      zIndex: 1,
      buttons: [],
      box: { x: 0, y: 600, width: 1_280, height: 100 },
    },
  }
  const button = (text: string, index = 0, more: object = {}) => ({
    text,
    index,
    tag: 'button',
    href: '',
    ...more,
  })
  const bottom = { x: 0, y: 600, width: 1_280, height: 100 }
  const cases: Record<string, object> = {
    plain: {},
    'a consent tool': { names: 'onetrust', text: 'We use cookies' },
    'a consent tool that says nothing': { names: 'onetrust' },
    'a consent tool with a button': { names: 'onetrust', buttons: [button('Accept all')] },
    'words of consent and a button': { text: 'We use cookies', buttons: [button('Reject')] },
    'many words of consent and a button': {
      text: `We use cookies ${'x'.repeat(1_484)}`,
      buttons: [button('Reject')],
    },
    'more words of consent and a button': {
      text: `We use cookies ${'x'.repeat(1_485)}`,
      buttons: [button('Reject')],
    },
    'words of consent alone': { text: 'We use cookies' },
    modal: { isModal: true },
    dialog: { role: 'dialog' },
    alert: { role: 'alertdialog' },
    'a chat by name': { names: 'intercom', box: { ...bottom, width: 479, height: 719 } },
    'a chat that is too wide': { names: 'intercom', box: { ...bottom, width: 480, height: 719 } },
    'a chat that is too high': { names: 'intercom', box: { ...bottom, width: 479, height: 720 } },
    'a chat by its words': { text: 'Chat with us', box: { ...bottom, width: 300 } },
    'a chat with navigation': {
      text: 'Chat with us',
      hasNavigation: true,
      box: { ...bottom, width: 300 },
    },
    'in the corner': { box: { x: 705, y: 601, width: 300, height: 80 } },
    'left of the corner': { box: { x: 704, y: 601, width: 300, height: 80 } },
    'above the corner': { box: { x: 900, y: 360, width: 300, height: 80 } },
    'on the second screen': { box: { x: 900, y: 720 + 400, width: 300, height: 80 } },
    'a header': {
      box: { x: 0, y: 0, width: 1_280, height: 80 },
      hasNavigation: true,
      zIndex: 9_999,
    },
    'a header of words': {
      box: { x: 0, y: 199, width: 897, height: 359 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header that is too low': {
      box: { x: 0, y: 200, width: 1_280, height: 80 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header that is too narrow': {
      box: { x: 0, y: 0, width: 896, height: 80 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header that is too high': {
      box: { x: 0, y: 0, width: 1_280, height: 360 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header far below in front': { box: { x: 0, y: 0, width: 1_280, height: 80 }, zIndex: 1_999 },
    'a header far in front': { box: { x: 0, y: 0, width: 1_280, height: 80 }, zIndex: 2_000 },
    sticky: { position: 'sticky' },
    absolute: { position: 'absolute' },
    'a shell': { box: { x: 0, y: 0, width: 1_280, height: 361 }, text: 'x'.repeat(401) },
    'a shell of few words': {
      box: { x: 0, y: 0, width: 1_280, height: 361 },
      text: 'x'.repeat(400),
      zIndex: 5_000,
    },
    'half a shell': {
      box: { x: 0, y: 0, width: 1_280, height: 360 },
      text: 'x'.repeat(401),
      zIndex: 5_000,
    },
    'a column of navigation': { box: { x: 0, y: 0, width: 200, height: 505 }, hasNavigation: true },
    'a short column of navigation': {
      box: { x: 0, y: 0, width: 200, height: 504 },
      hasNavigation: true,
    },
  }
  const viewport = { width: 1_280, height: 720 }
  const judge = (overlay: object, height: number) =>
    judgeOverlay(
      { ...plain, ...overlay } as unknown as Overlay,
      { viewport, page: { width: 1_280, height } } as unknown as Snapshot,
    )
  const kinds = Object.entries(cases).map(([name, overlay]) => [
    name,
    [judge(overlay, 756), judge(overlay, 757)].join(' '),
  ])
  const answers = [
    [button('Accept', 1), button('Close', 2), button('Reject all', 3)],
    [button('Accept', 1), button(' × ', 2)],
    [button('Accept', 1), button('More', 2)],
    [button('Reject', 1, { tag: 'a', href: '/out' }), button('Agree', 2)],
    [button('Reject', 1, { tag: 'a', href: '#' }), button('Agree', 2)],
    [button('Reject', 1, { tag: 'a', href: '' }), button('Agree', 2)],
    [button('Reject', 1, { tag: 'a', href: 'javascript:x' })],
    [button('Learn more', 1)],
  ].map(buttons => safeAnswer({ ...plain, buttons } as unknown as Overlay))
  t.assert.fileSnapshot(
    { ...Object.fromEntries(kinds), answers },
    'test/fixtures/branding-overlays.json',
  )
})
