import type { Fault } from './fault.ts'

/** What the choice of the content keeps beside the text of news, posts and other texts. */
export const keptInArticles: Fault[] = [
  {
    page: 'poem-persian',
    why: 'the way to the page, above its heading',
    right: '# باران',
    now: `## [مهراب کوهسار](https://www.bagh-e-sokhan.example/poets/mehrab/) » [دفتر دوم](https://www.bagh-e-sokhan.example/poets/mehrab/daftar2/) » باران

# باران`,
  },
  {
    page: 'news-chinese-simplified',
    why: 'date, source, author and links to print, above the text',
    right: '晚上七点',
    now: `2025-09-12 08:15 来源：江湾晚报 作者：周晓禾 打印 字号+

晚上七点`,
  },
  {
    page: 'news-japanese',
    why: 'date and author above the text, which other pages lose',
    right: '![木造',
    now: `2025年11月2日 5時00分

三浦 さくら

![木造`,
  },
  {
    page: 'news-hindi-amp',
    why: 'the word that stands above an advertisement',
    right: '“लोग',
    now: `विज्ञापन

“लोग`,
  },
  {
    page: 'blog-blogger-vietnamese',
    why: 'the date as a heading above the post',
    right: '### Nồi',
    now: `## Thứ Ba, 7 tháng 2, 2023

### Nồi`,
  },
  {
    page: 'news-turkish-endless',
    why: 'author and date above the text, which other pages lose',
    right: 'Körfez',
    now: `Deniz Aksoylu 18.09.2025 07:30

Körfez`,
  },
  {
    page: 'news-turkish-endless',
    why: 'the next story of a page that never ends',
    right: `tamamlanacağını açıkladı.
`,
    now: `tamamlanacağını açıkladı.

…
On bir yıldır duran iskele saati, emekli saatçi Yorgo Tanrıverdi’nin gönüllü çalışmasıyla yeniden çalışmaya başladı. Saat artık her gün 12.00’de bir kez çalacak.
`,
  },
  {
    page: 'blog-wordpress-portuguese',
    why: 'the title of the contents of the page',
    right: `errando.
`,
    now: `errando.

Índice
`,
  },
  {
    page: 'interview-russian',
    why: 'a link to another story',
    right: `**— Вам не бывает одиноко?**`,
    now: `Читайте также [Последний рейс старого ледокола](https://zhurnal-prichal.example/istorii/ledokol/)

**— Вам не бывает одиноко?**`,
  },
]
