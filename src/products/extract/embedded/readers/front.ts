import { sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { confidence } from '../rank/confidence.ts'
import { ownerOf } from './owner.ts'
import { type Reader, toFinding } from './reader.ts'
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
      sayOnly(name, programs, nameWords)
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

const nameWords = stemsOf('name')
const programs = stemsOf('product app application software platform tool service')
