import { stemsOf } from '../../../../page/words/stems.ts'
import { stemOf } from '../../../../page/words/words.ts'
import { confidence } from '../rank/confidence.ts'
import { toFinding } from '../state/finding.ts'
import { ownerOf } from './owner.ts'
import type { Reader } from './reader.ts'
import { isNameOfPart } from './side-content.ts'
import { isDomain, isFront, partsOfTab } from './site-name.ts'

/** What a program's or a service's front page is about is called as the site is; its heading is a claim. */
export const front: Reader = {
  name: 'front',
  asks: (question, { scope }) => {
    const { name, field } = question.query
    return (
      scope.isPage &&
      field.kind === 'string' &&
      !isNameOfPart(question) &&
      name.some(({ stem }) => programs.has(stem)) &&
      name.every(({ stem }) => stem === nameStem || programs.has(stem))
    )
  },
  read: (state, { field }) => {
    const owner = isFront(state) ? ownerOf(state) : undefined
    const short = owner?.text.replace(isDomain, '') ?? ''
    const isShort = partsOfTab(state.page.title).includes(short)
    return toFinding(field, isShort ? short : owner?.text, { fact: owner?.fact })
  },
  trust: confidence.guessed,
}

const nameStem = stemOf('name')
const programs = stemsOf('product app application software platform tool service')
