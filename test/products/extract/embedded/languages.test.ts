import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../../src/page/html/html.ts'
import { fillSchema } from '../../../../src/products/extract/embedded/fill.ts'
import { compileSchema } from '../../../../src/products/extract/schema/compile.ts'
import { readPage } from '../../../../src/products/extract/source/page.ts'

/* Fields in English, labels in the page's language. */

type Fact = [field: string, label: string, value: string]

const pages: [language: string, name: string, facts: Fact[]][] = [
  [
    'de',
    'Messinglampe',
    [
      ['price', 'Preis', '54,90 €'],
      ['brand', 'Marke', 'Lumen'],
      ['weight', 'Gewicht', '2,1 kg'],
      ['color', 'Farbe', 'Gold'],
      ['material', 'Material', 'Messing'],
      ['availability', 'Verfügbarkeit', 'Auf Lager'],
      ['delivery_time', 'Lieferzeit', '3 Tage'],
      ['sku', 'Artikelnummer', 'LH-220'],
    ],
  ],
  [
    'fr',
    'Lampe en laiton',
    [
      ['price', 'Prix', '54,90 €'],
      ['brand', 'Marque', 'Lumen'],
      ['weight', 'Poids', '2,1 kg'],
      ['material', 'Matière', 'Laiton'],
      ['warranty', 'Garantie', '2 ans'],
      ['sku', 'Référence', 'LH-220'],
    ],
  ],
  [
    'es',
    'Lámpara de latón',
    [
      ['price', 'Precio', '54,90 €'],
      ['brand', 'Marca', 'Lumen'],
      ['weight', 'Peso', '2,1 kg'],
      ['color', 'Color', 'Oro'],
      ['material', 'Material', 'Latón'],
      ['height', 'Altura', '40 cm'],
      ['sku', 'Referencia', 'LH-220'],
    ],
  ],
  [
    'it',
    'Lampada in ottone',
    [
      ['price', 'Prezzo', '54,90 €'],
      ['brand', 'Marca', 'Lumen'],
      ['weight', 'Peso', '2,1 kg'],
      ['color', 'Colore', 'Oro'],
      ['height', 'Altezza', '40 cm'],
      ['width', 'Larghezza', '20 cm'],
    ],
  ],
  [
    'nl',
    'Messing lamp',
    [
      ['price', 'Prijs', '€ 54,90'],
      ['brand', 'Merk', 'Lumen'],
      ['weight', 'Gewicht', '2,1 kg'],
      ['color', 'Kleur', 'Goud'],
      ['height', 'Hoogte', '40 cm'],
    ],
  ],
  [
    'pl',
    'Lampa mosiężna',
    [
      ['price', 'Cena', '54,90 zł'],
      ['brand', 'Marka', 'Lumen'],
      ['weight', 'Waga', '2,1 kg'],
      ['color', 'Kolor', 'Złoty'],
      ['height', 'Wysokość', '40 cm'],
    ],
  ],
  [
    'pt',
    'Luminária de latão',
    [
      ['price', 'Preço', 'R$ 54,90'],
      ['brand', 'Marca', 'Lumen'],
      ['weight', 'Peso', '2,1 kg'],
      ['color', 'Cor', 'Dourado'],
      ['height', 'Altura', '40 cm'],
    ],
  ],
  [
    'sv',
    'Mässingslampa',
    [
      ['price', 'Pris', '549 kr'],
      ['brand', 'Märke', 'Lumen'],
      ['weight', 'Vikt', '2,1 kg'],
      ['color', 'Färg', 'Guld'],
      ['height', 'Höjd', '40 cm'],
    ],
  ],
  [
    'ja',
    '真鍮ランプ',
    [
      ['price', '価格', '5,490円'],
      ['brand', 'ブランド', 'ルーメン'],
      ['weight', '重量', '2.1kg'],
      ['color', '色', 'ゴールド'],
      ['size', 'サイズ', '40cm'],
    ],
  ],
  [
    'zh',
    '黄铜台灯',
    [
      ['price', '价格', '¥549'],
      ['brand', '品牌', '流明'],
      ['weight', '重量', '2.1公斤'],
      ['color', '颜色', '金色'],
      ['material', '材质', '黄铜'],
    ],
  ],
  [
    'ru',
    'Латунная лампа',
    [
      ['price', 'Цена', '5490 руб'],
      ['brand', 'Бренд', 'Люмен'],
      ['weight', 'Вес', '2,1 кг'],
      ['color', 'Цвет', 'Золотой'],
      ['height', 'Высота', '40 см'],
    ],
  ],
  [
    'tr',
    'Pirinç lamba',
    [
      ['price', 'Fiyat', '549 TL'],
      ['brand', 'Marka', 'Lumen'],
      ['weight', 'Ağırlık', '2,1 kg'],
      ['color', 'Renk', 'Altın'],
      ['height', 'Yükseklik', '40 cm'],
    ],
  ],
  [
    'ko',
    '황동 램프',
    [
      ['price', '가격', '54,900원'],
      ['brand', '브랜드', '루멘'],
      ['weight', '무게', '2.1kg'],
      ['color', '색상', '골드'],
    ],
  ],
  [
    'ar',
    'مصباح نحاسي',
    [
      ['price', 'السعر', '54.90 $'],
      ['weight', 'الوزن', '2.1 كجم'],
      ['color', 'اللون', 'ذهبي'],
    ],
  ],
]

const layouts: Record<string, (facts: Fact[]) => string> = {
  'a table': facts =>
    `<table>${facts.map(([, label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`,
  'bold labels': facts =>
    facts.map(([, label, value]) => `<p><b>${label}:</b> ${value}</p>`).join(''),
  terms: facts =>
    `<dl>${facts.map(([, label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`,
}

describe('without a model, labels are understood in', () => {
  for (const [language, name, facts] of pages)
    it(language, () => {
      for (const [layout, write] of Object.entries(layouts)) {
        const html = `<html lang="${language}"><title>${name} | Lumen</title><body><main><h1>${name}</h1>${write(facts)}</main></body></html>`
        const properties = Object.fromEntries(
          facts.map(([field]) => [field, { type: ['string', 'null'] }]),
        )
        const page = readPage(parseHtml(html), { url: 'https://shop.example/' })
        const { data } = fillSchema(page, compileSchema({ type: 'object', properties }))
        assert.deepEqual(
          data,
          Object.fromEntries(facts.map(([field, , value]) => [field, value])),
          layout,
        )
      }
    })
})
