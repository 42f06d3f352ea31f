/**
 * The words of field names, labels and markup, made comparable: split, folded, stemmed, and with
 * a small thesaurus of what pages call things (schema.org's terms and everyday labels, in the
 * larger languages). It knows nothing of any one site or data set.
 */
export type Word = { stem: string; concepts: readonly number[] }

/** `datePublished`, `date_published` and `Date published:` give the same words. */
export const wordsOf = (text: string): Word[] => {
  const cached = cache.get(text)
  if (cached) return cached
  const words: Word[] = []
  for (const [raw] of splitCase(text.slice(0, 400)).matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)) {
    const stem = stemOf(raw)
    if (stem && !stopWords.has(stem)) words.push(toWord(stem))
    if (words.length >= 40) break
  }
  // "by" alone is what some pages call an author.
  if (words.length === 0 && /^\W*by\W*$/i.test(text)) words.push(toWord('by'))
  if (cache.size > maxCached) cache.clear()
  cache.set(text, words)
  return words
}

const toWord = (stem: string): Word => ({ stem, concepts: concepts.get(stem) ?? none })

/** 1 for the same word, less for another word of the same thing, 0 for strangers. */
const sameness = (a: Word, b: Word): number => {
  if (a.stem === b.stem) return 1
  for (const concept of a.concepts) if (b.concepts.includes(concept)) return 0.85
  return 0
}

/** How much of `wanted` stands in `given`, and how much of `given` is explained by `wanted`. */
export const overlap = (wanted: Word[], given: Word[]): { recall: number; precision: number } => {
  if (wanted.length === 0 || given.length === 0) return { recall: 0, precision: 0 }
  const best = (word: Word, others: Word[]) => {
    let top = 0
    for (const other of others) {
      const score = sameness(word, other)
      if (score > top) top = score
      if (top === 1) break
    }
    return top
  }
  const mean = (words: Word[], others: Word[]) => {
    let sum = 0
    let total = 0
    for (const word of words) {
      const weight = generic.has(word.stem) ? 0.4 : 1
      sum += best(word, others) * weight
      total += weight
    }
    return sum / total
  }
  return { recall: mean(wanted, given), precision: mean(given, wanted) }
}

/** Words that say what shape a value has; which thing it is stands beside them. */
const generic = new Set(
  'name titl valu text number date time url link id typ cod info detail list data item field'.split(
    ' ',
  ),
)

export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const stemOf = (raw: string): string => {
  const word = fold(raw)
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/[^su]s$/.test(word) && !/(?:is|as)$/.test(word)) return stemVerb(word.slice(0, -1))
  return stemVerb(word)
}

const stemVerb = (word: string): string => {
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3).replace(/(.)\1$/, '$1')
  if (word.length > 5 && word.endsWith('ed')) return word.slice(0, -2).replace(/(.)\1$/, '$1')
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word
}

const splitCase = (text: string) =>
  text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')

const stopWords = new Set(
  'a an the of in on at to for and or is are be was by with from as it its this that which if any all your our their his her you we i der die das ein eine und le la les un une de du des et el los las y il lo e o os um uma van het een en av och'
    .split(' ')
    .map(word => (word.length < 4 ? word : word)),
)

const cache = new Map<string, Word[]>()
const maxCached = 20_000
const none: readonly number[] = []

/** One line, one thing. A word may stand in several lines. */
const thesaurus = `
title name headline heading titel titre titulo titolo nome nombre nom naam namn navn nimi nazwa nazev название όνομα 名前 标题 名称
author writer by creator byline written auteur autor autore forfatter författare tekijä yazar автор 著者 作者 contributor
price cost msrp rrp preis prix precio prezzo preco prijs pris hinta cena цена ar fiyat 価格 价格
salary pay wage compensation remuneration gehalt salaire salario stipendio
currency valuta wahrung devise moneda
date day datum fecha data dato day päivä dátum datą дата 日付 日期
publish publication published post release issue veröffentlicht publie publicado pubblicato uitgegeven utgiven erscheinung опубликовано
post entered
update modify modified revise change aktualisiert maj
publisher imprint verlag editeur editorial editore uitgever förlag wydawnictwo издательство
isbn ean gtin upc barcode isbn13 isbn10
sku mpn code artikelnummer reference id identifier
brand manufacturer maker make marke marque marca merk märke hersteller fabricant fabricante produttore producent
model product variant modell modele modelo modello
company employer organization organisation organizer organiser firm business hiring agency vendor supplier unternehmen entreprise empresa azienda firma bedrijf företag
team club squad franchise mannschaft equipe equipo squadra
seller vendor merchant store shop dealer retailer verkäufer
description about overview summary abstract synopsis beschreibung descripcion descrizione descricao beskrivning omschrijving opis описание 説明 描述
image photo picture thumbnail img bild foto imagen immagine afbeelding
location place city region ort lieu ubicacion luogo plaats plats locality town where
address street adresse direccion indirizzo endereco adres adress
phone telephone tel call mobile telefon telefono téléphone telefoon puhelin телефон 電話
fax
email mail e-mail contact
website homepage url web webseite
rating score star review bewertung calificacion valutazione beoordeling betyg avaliacao puntuacion vote
review opinion comment feedback rezension avis resena recensione
count total quantity anzahl nombre cantidad numero aantal antal qty many
category type kind genre classification kategorie categorie categoria soort kategoria typ
cuisine kitchen küche cucina cocina culinary keuken kök food
keyword tag topic subject label schlagwort
language sprache langue idioma lingua taal språk lang locale
ingredient zutat ingredienti ingredientes ingredienten ingredienser ainekset składnik ingrediens ingrédient hozzavalok malzeme ингредиенты 材料 配料 tarvike suroviny ingrediencie potrzebne
instruction direction method step preparation zubereitung etape preparacion preparazione preparo bereiding bereidingswijze instruktion fremgangsmåde framgangsmåte gör tillagning ohje valmistus przygotowanie wykonanie sposob postup приготовление 作り方 做法 anleitung procedimento procedimiento elaboracion hazırlanışı modo elkeszites werkwijze
time duration dauer zeit duree tiempo tempo tijd tid aika czas cas время 時間 long length
prep preparation vorbereitung vorbereitungszeit preparazione förberedelse prépa
cook cooking bake baking kochen kochzeit cuisson coccion cottura koken tillaga backzeit garzeit pieczenia
total overall whole gesamt gesamtzeit totale totaal totalt complete ready
yield serving serve portion makes personen portionen porzioni raciones porciones personnes porties portioner annosta porcje porci порции 人分 servir comensales
nutrition nutrient nutritional nährwerte nutricion nutrizionali voedingswaarde näringsvärde
calorie energy kcal kalorien brennwert calorias energia
fat fett grassi grasas vet graisses lipides gordura
protein eiweiß eiweiss proteine proteinas eiwit
carbohydrate carb kohlenhydrate glucides carboidrati hidratos koolhydraten kolhydrat
sugar zucker sucre azucar zucchero suiker
salt sodium salz sel
fiber fibre ballaststoffe fibra vezel
height tall stature höhe größe hauteur altura altezza hoogte
weight mass heavy gewicht poids peso vikt weighs
width breite largeur ancho larghezza breedte
depth tiefe profondeur
dimension size measurement maße abmessung taille
color colour farbe couleur color colore kleur färg
material stoff materiau materiale
director directed regie realisateur regista
actor cast starring star besetzung performer
genre category style
certificate mpaa content advisory pg certification contentrating
duration runtime length running
episode season
position role job occupation vacancy
department division team unit
requirement qualification skill experience anforderung
benefit perk offer
education degree school university college institution
student pupil enrollment
tuition fee
engine motor powertrain
fuel gas mileage mpg consumption economy efficiency verbrauch
transmission gearbox getriebe
mileage odometer kilometer
year jahr annee ano anno jaar år
vehicle car auto
bedroom bed room
bathroom bath
area size square sqft surface floor
start begin from opens
end finish until closes deadline expire valid
opening hour hours open schedule öffnungszeiten horaires horario orari openingstijden
event concert show
venue place location
ticket admission entry
stock availability available inventory verfügbar disponible lager
condition state zustand
shipping delivery versand livraison envio
discount sale save savings offer rabatt
original regular list was old uvp
warranty guarantee garantie
version release
license licence
download
size
feature highlight specification spec merkmal
pagecount seitenzahl seiten
format binding edition cover
series volume
edition
question faq
answer reply
equipment tool utensil
diet dietary suitable restriction
country nation land pays pais paese
state province region
zip postal postcode postalcode plz
latitude lat
longitude lng lon
born birth birthday birthdate geboren
died death
nationality
gender sex
age old
founded established founding inception
employee staff headcount
revenue turnover sales
industry sector
ceo president founder chief
logo icon
owner proprietor
site website
canonical permalink url
host domain hostname
`
  .trim()
  .split('\n')

const concepts: Map<string, number[]> = (() => {
  const map = new Map<string, number[]>()
  thesaurus.forEach((line, index) => {
    for (const word of new Set(line.split(' ').map(stemOf))) {
      const list = map.get(word)
      if (list) list.push(index)
      else map.set(word, [index])
    }
  })
  return map
})()
