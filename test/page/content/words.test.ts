import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readText } from '../../../src/page/content/words.ts'

/** The same two sentences. */
const said = {
  english: 'The old lighthouse has been lit again. The fishermen sounded their horns.',
  japanese: '古い灯台に再び明かりがともった。漁師たちは汽笛を鳴らした。',
  chinese: '老灯塔又重新亮了起来。渔民们纷纷拉响了汽笛。',
  thai: 'ประภาคารเก่ากลับมาส่องแสงอีกครั้ง ชาวประมงพากันบีบแตรเรือ',
  arabic: 'أُضيئت المنارة القديمة من جديد. أطلق الصيادون أبواق قواربهم.',
  hindi: 'पुराना प्रकाश स्तंभ फिर से जल उठा है। मछुआरों ने अपने भोंपू बजाए।',
  russian: 'Старый маяк снова зажгли. Рыбаки загудели в свои рожки.',
  greek: 'Ο παλιός φάρος άναψε πάλι. Οι ψαράδες χτύπησαν τις κόρνες τους.',
}

describe('a text of any language', () => {
  for (const [language, text] of Object.entries(said)) {
    it(`has about as many words in ${language} as in English`, () => {
      const { words } = readText(text)
      assert.ok(words >= 8 && words <= 18, `${words}`)
    })

    it(`has the marks of running text in ${language}`, () => {
      const { stops, commas } = readText(text)
      assert.ok(stops + commas > 0)
    })
  }

  it('ends its sentences with the stops of its script', () => {
    const { japanese, chinese, hindi, arabic } = said
    for (const text of [japanese, chinese, hindi, arabic])
      assert.equal(readText(text).stops, 2, text)
  })

  it('has capitals beyond the Latin ones, and the same words in both cases', () => {
    assert.equal(readText('Москва').uppers, 1)
    assert.equal(readText('Αθήνα').uppers, 1)
    assert.deepEqual(readText('МОСКВА').hashes, readText('москва').hashes)
    assert.deepEqual(readText('ÉCOLE').hashes, readText('école').hashes)
  })

  it('has digits and currencies of its own', () => {
    assert.equal(readText('٢٠٢٥').digits, 4)
    assert.equal(readText('२०२५').digits, 4)
    for (const price of ['¥1200', '1,200円', '￥99', '85 ฿', '₹ 450', '12,000원'])
      assert.equal(readText(price).currencies, 1, price)
    assert.equal(readText('元の場所').currencies, 0)
  })
})
