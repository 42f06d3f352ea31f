import { getDomainWithoutSuffix } from 'tldts'

/** Mail services where anybody has an address: the domain says nothing of the person's company. */
const domains = `
gmail.com googlemail.com outlook.com live.com live.co.uk live.fr live.de live.nl live.be live.it live.ca
live.se live.dk live.no live.at live.com.au live.com.mx live.com.pt live.jp live.cn windowslive.com
msn.com passport.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.be outlook.pt
outlook.dk outlook.at outlook.ie outlook.in outlook.kr outlook.cl outlook.com.br outlook.com.ar
outlook.com.au outlook.com.tr outlook.com.gr outlook.co.th outlook.co.id vip.qq.com rocketmail.com
aol.com aol.de aim.com verizon.net icloud.com me.com mac.com proton.me protonmail.com protonmail.ch
pm.me tutanota.com tutanota.de tuta.io tuta.com tutamail.com keemail.me mail.com email.com usa.com
web.de freenet.de t-online.de online.de arcor.de mail.de posteo.de mailbox.org zoho.com zohomail.com
fastmail.com fastmail.fm hey.com hushmail.com runbox.com mailfence.com startmail.com duck.com ya.ru
mail.ru inbox.ru list.ru bk.ru rambler.ru ukr.net i.ua meta.ua qq.com foxmail.com 163.com 126.com
yeah.net 139.com 189.cn sina.com sina.cn sohu.com aliyun.com naver.com hanmail.net daum.net nate.com
kakao.com rediffmail.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp orange.fr wanadoo.fr free.fr sfr.fr
laposte.net neuf.fr libero.it virgilio.it tin.it alice.it tiscali.it seznam.cz centrum.cz email.cz wp.pl
o2.pl onet.pl interia.pl gazeta.pl bol.com.br uol.com.br terra.com.br ig.com.br globo.com telenet.be
skynet.be ziggo.nl kpnmail.nl planet.nl hetnet.nl home.nl xs4all.nl bluewin.ch hispeed.ch btinternet.com
virginmedia.com sky.com talktalk.net ntlworld.com blueyonder.co.uk comcast.net att.net sbcglobal.net
bellsouth.net cox.net charter.net earthlink.net juno.com netzero.net optonline.net frontier.com shaw.ca
rogers.com sympatico.ca telus.net bigpond.com optusnet.com.au xtra.co.nz inbox.com inbox.lv
rocketmail.co abv.bg freemail.hu citromail.hu walla.co.il walla.com mailinator.com guerrillamail.com
yopmail.com 10minutemail.com temp-mail.org
`

const free = new Set(domains.trim().split(/\s+/))

/** Those that give addresses under the endings of dozens of countries: `yahoo.com.tw`, `hotmail.nl`. */
const everywhere = new Set(['yahoo', 'ymail', 'hotmail', 'gmx', 'yandex'])

export const isFreeMail = (domain: string): boolean =>
  free.has(domain) || everywhere.has(getDomainWithoutSuffix(domain) ?? '')
