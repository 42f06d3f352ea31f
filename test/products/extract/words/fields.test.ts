import { test } from 'node:test'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'
import { addressPartOf } from '../../../../src/products/extract/values/address-parts.ts'
import { asksCode } from '../../../../src/products/extract/values/codes.ts'
import { asksCurrency } from '../../../../src/products/extract/values/currencies.ts'
import { secondsPerUnit } from '../../../../src/products/extract/values/normalise.ts'
import { unitOf } from '../../../../src/products/extract/values/units.ts'
import {
  intentOf,
  isGrade,
  isJudgement,
  isJudgementOfEntry,
} from '../../../../src/products/extract/words/intent.ts'
import { phrasesIn } from '../../../../src/products/extract/words/phrases.ts'

/** As developers name fields; behind a colon what they say of it. */
const names = `
title name headline postTitle author_job_title reviewer_title product camera role price old_price priceCurrency
currency total_cost salary_min rating age_rating energy_rating:class_A_to_G content_rating review_count authorPostCount
number_of_rooms views stars created_at postedOn updated_by posted_by lastUpdatedBy on at published date_published start_date
year founded_year opening_hours start_time duration_minutes duration_hours cook_time prep_time_seconds durationSeconds cookTimeHours reading_time
weight_kg weight width_cm height_mm length_m size_gb power_w speed_kmh temperature_c distance_miles volume_ml area_sqm
author writer speaker contact_person manager employer company organization brand seller email contact_email phone fax
mailing_address address street street_address city postal_code zip state region country location latitude image_url
logo photo thumbnail picture_kind:Kind_of_picture,_such_as_comedy url website homepage link sku isbn ean gtin mpn vat_number
order_id invoice_number code id uuid discount_percent discount share_percentage tax_rate description summary abstract
tldr sentiment tone opinion main_topic:What_is_it_mostly_about? verdict pros tags category section keywords language nombre
prix auteur titre fecha Preis Autor 価格 著者 isFree in_stock available remote hasParking version license downloads
x aaa color warranty material ingredients steps summary:A_short_summary_of_the_page teaser:the_text_below_the_title
count:how_many_days per_hour_rate hourly_wage monthly_rent annual_revenue population employees bedrooms floor_plan
`
  .trim()
  .split(/\s+/)
  .map(entry => entry.split(':') as [name: string, description?: string])

const kinds = ['string', 'number', 'integer', 'boolean', 'date', 'uri'] as const

test('what the name of a field asks for', t => {
  const shown = names.map(([name, said = '']) => {
    const description = said.replaceAll('_', ' ')
    const facts = kinds.map(kind => {
      const schema =
        kind === 'date' || kind === 'uri' ? { type: 'string', format: kind } : { type: kind }
      const [field] = readFields({ properties: { [name]: { ...schema, description } } }).properties
      if (!field) return ''
      return [
        intentOf(field),
        isGrade(field) && 'grade',
        isJudgement(field) && 'judgement',
        isJudgementOfEntry(field) && 'of an entry',
        asksCode(field) && 'code',
        asksCurrency(name) && 'currency',
        addressPartOf(field) && `part ${JSON.stringify(addressPartOf(field))}`,
        unitOf(field) && `in ${JSON.stringify(unitOf(field))}`,
        secondsPerUnit(field) !== 60 && `${secondsPerUnit(field)} s`,
      ]
        .filter(Boolean)
        .join(', ')
    })
    const [first, ...rest] = kinds.map((kind, at) => `${kind}: ${facts[at]}`)
    const others = rest.filter((_, at) => facts[at + 1] !== facts[0])
    return [`${name} ${description}`.trim(), [first, ...others, ...phrasesIn(name)].join(' | ')]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/fields-asked.json')
})
