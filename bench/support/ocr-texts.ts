/** A text to be printed and recognised, in a language whose data npm carries. */
export type OcrText = {
  script: string
  /** Tesseract's name of the language. */
  language: string
  /** Packages of npm that bring the typefaces, and their names. */
  typefaces: Readonly<Record<string, string>>
  paragraphs: readonly string[]
  /** Nobody has looked at single errors in it. */
  isUnseen?: true
}

/** All written for this bench; numbers, names and signs as letters and reports have them. */
export const ocrTexts: readonly OcrText[] = [
  {
    script: 'Latin',
    language: 'eng',
    typefaces: {
      tinos: 'Tinos',
      arimo: 'Arimo',
      'courier-prime': 'Courier Prime',
      'eb-garamond': 'EB Garamond',
    },
    paragraphs: [
      'The lamp works at Ferry Lane were founded in 1887 by two brothers who had learned their trade in a shipyard. Within ten years they employed 240 people, most of them from the villages along the river, and sold lanterns to every harbour between Bergen and Lisbon.',
      'Their first catalogue listed 36 models. The cheapest cost £1.45; the dearest, a brass signal lamp with a lens ground by hand, was offered at £27.80 “on request only”. Orders were taken by post (Box 91) and confirmed within five working days.',
      'On 14 March 1903 a fire destroyed the paint shop. Nobody was hurt, but the ledgers of the years 1895–1899 were lost, which is why historians disagree about the size of the export trade: one puts it at 18,500 pieces a year, another at no more than 9,700.',
    ],
  },
  {
    script: 'Latin',
    language: 'eng',
    typefaces: {
      roboto: 'Roboto',
      'open-sans': 'Open Sans',
      lora: 'Lora',
      'pt-serif': 'PT Serif',
    },
    isUnseen: true,
    paragraphs: [
      'Every spring the county publishes a survey of its footpaths. This year 412 volunteers walked 1,960 miles in six weeks and wrote down each broken stile, missing sign and fallen tree they came across; 87 % of the routes were found to be in good order.',
      'The worst results came from the marshes east of Quenby, where heavy rain in January (213 mm, a record) had washed away two wooden bridges. Repairs are expected to cost $64,300 and should be finished before the summer holidays begin on 21 July.',
      'Visitors often ask whether dogs are allowed. They are, but from 1 April to 15 June they must be kept on a lead: skylarks, lapwings and a pair of marsh harriers nest on the ground there, and an excited puppy can empty a field in half a minute.',
    ],
  },
  {
    script: 'Greek',
    language: 'ell',
    typefaces: { tinos: 'Tinos' },
    paragraphs: [
      'Το μικρό εργαστήριο κοντά στο λιμάνι άνοιξε το 1924 και από τότε επισκευάζει ρολόγια, πυξίδες και παλιά φανάρια πλοίων. Ο ιδιοκτήτης λέει ότι κάθε αντικείμενο έχει τη δική του ιστορία.',
      'Την άνοιξη οι πελάτες έρχονται από όλα τα νησιά. Μια απλή επισκευή κοστίζει 35 ευρώ και διαρκεί τρεις ημέρες, ενώ οι πιο δύσκολες δουλειές χρειάζονται έως και δύο μήνες.',
    ],
  },
  {
    script: 'Cyrillic',
    language: 'ukr',
    typefaces: { roboto: 'Roboto' },
    paragraphs: [
      'Невелика майстерня біля річки працює з 1931 року. Тут ремонтують годинники, музичні скриньки та старі ліхтарі, які привозять з усіх куточків країни. Господар каже, що кожна річ має власну історію.',
      'Навесні роботи найбільше. Звичайний ремонт коштує 450 гривень і триває три дні, а складні замовлення можуть забрати до двох місяців, бо деякі деталі доводиться виготовляти вручну.',
    ],
  },
  {
    script: 'Arabic',
    language: 'ara',
    typefaces: { 'noto-naskh-arabic': 'Noto Naskh Arabic' },
    paragraphs: [
      'افتتحت الورشة الصغيرة قرب الميناء قبل تسعين عاما، وهي تصلح الساعات والمصابيح القديمة التي يحملها الناس من كل المدن. يقول صاحبها إن لكل قطعة حكاية خاصة بها.',
      'في الربيع يكثر العمل ويأتي الزبائن كل صباح. يستغرق الإصلاح البسيط ثلاثة أيام، أما الأعمال الصعبة فتحتاج إلى شهرين لأن بعض الأجزاء تصنع باليد.',
    ],
  },
  {
    script: 'Devanagari',
    language: 'hin',
    typefaces: { 'noto-sans-devanagari': 'Noto Sans Devanagari' },
    paragraphs: [
      'नदी के किनारे की यह छोटी दुकान कई साल पहले खुली थी। यहाँ पुरानी घड़ियों और लालटेनों की मरम्मत होती है, जिन्हें लोग दूर के गाँवों से लाते हैं। मालिक कहते हैं कि हर चीज़ की अपनी कहानी होती है।',
      'वसंत में काम सबसे अधिक होता है। साधारण मरम्मत में तीन दिन लगते हैं, लेकिन कठिन काम में दो महीने भी लग सकते हैं, क्योंकि कुछ पुर्जे हाथ से बनाने पड़ते हैं।',
    ],
  },
  {
    script: 'Han',
    language: 'chi_sim',
    typefaces: { 'noto-serif-sc': 'Noto Serif SC' },
    paragraphs: [
      '河边的小作坊已经开了九十多年，专门修理钟表、指南针和旧船灯。人们从很远的城市把东西带来，老板说每一件物品都有自己的故事。',
      '春天是最忙的季节。简单的修理需要三天，困难的工作可能要两个月，因为有些零件只能用手工制作，而且必须反复检查才能交给客人。',
    ],
  },
]
