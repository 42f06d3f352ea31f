import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AppError } from '../../kit/errors.ts'
import type { Language } from '../../page/documents/pdf/recognized.ts'

export type OcrLanguages = {
  /** The data of these languages, or of the server's own; an error where one is not installed. */
  find(wanted: readonly string[] | undefined): Language[]
}

/** Packages of npm have the data, one a language. */
export const ocrDataScope = '@tesseract.js-data'

/** Where the operator's command installs languages. */
export const ocrFolder = (dataDir: string): string => join(dataDir, 'ocr')

export const openOcrLanguages = (dataDir: string, own: readonly string[]): OcrLanguages => {
  const shipped = createRequire(import.meta.url).resolve(`${ocrDataScope}/eng/package.json`)
  const folders = [
    dirname(dirname(shipped)),
    join(ocrFolder(dataDir), 'node_modules', ocrDataScope),
  ]
  const fileOf = (code: string) =>
    folders
      .map(folder => join(folder, code, '4.0.0_best_int', `${code}.traineddata.gz`))
      .find(existsSync)
  const installed = () => folders.filter(existsSync).flatMap(folder => readdirSync(folder))
  return {
    find: wanted =>
      [...new Set((wanted ?? own).map(ocrCodeOf))].map(code => {
        const file = fileOf(code)
        if (file) return { code, file }
        throw new AppError(
          'ocr_unavailable',
          `The OCR language "${code}" is not installed; there is ${installed().join(', ')}. The operator adds it with \`npm run siteray -- ocr add ${code}\`.`,
        )
      }),
  }
}

/** Tesseract's name of a language that is given so (`deu`), or as a BCP 47 tag (`de`, `zh-Hant`). */
export const ocrCodeOf = (tag: string): string => {
  const given = tag.toLowerCase()
  const [language = ''] = given.split('-')
  return chinese(given) ?? otherScript(given) ?? codes.get(language) ?? given
}

/** Languages that Tesseract has in a second script. */
const otherScript = (tag: string): string | undefined =>
  [/^sr-latn\b/, /^az-cyrl\b/, /^uz-cyrl\b/].some(pattern => pattern.test(tag))
    ? `${codes.get(tag.slice(0, 2))}_${tag.slice(3, 7)}`
    : undefined

const chinese = (tag: string): string | undefined => {
  if (!/^zh\b/.test(tag)) return undefined
  return /hant|tw|hk|mo/.test(tag) ? 'chi_tra' : 'chi_sim'
}

const codes = new Map(
  'af afr,am amh,ar ara,az aze,be bel,bg bul,bn ben,bs bos,ca cat,cs ces,cy cym,da dan,de deu,el ell,en eng,eo epo,es spa,et est,eu eus,fa fas,fi fin,fr fra,ga gle,gl glg,gu guj,he heb,hi hin,hr hrv,hu hun,hy hye,id ind,is isl,it ita,ja jpn,ka kat,kk kaz,km khm,kn kan,ko kor,la lat,lt lit,lv lav,mk mkd,ml mal,mn mon,mr mar,ms msa,nb nor,ne nep,nl nld,no nor,pa pan,pl pol,pt por,ro ron,ru rus,si sin,sk slk,sl slv,sq sqi,sr srp,sv swe,sw swa,ta tam,te tel,th tha,tr tur,uk ukr,ur urd,uz uzb,vi vie'
    .split(',')
    .map(pair => pair.split(' ') as [string, string]),
)
