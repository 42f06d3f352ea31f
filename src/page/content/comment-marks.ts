import type { HtmlElement } from '../html/html.ts'

/**
 * Whether an element's own markup says that readers speak in it: by microdata, or by the words that
 * programs for comments give to classes and ids. These words are those of the programs, not of the
 * page's language: most are English on pages in Japanese and Arabic too.
 */
export const saysComments = ({ attributes }: HtmlElement): boolean => {
  for (const name in attributes) if (isCommentMark(name, attributes[name] ?? '')) return true
  return false
}

export const isCommentMark = (attribute: string, value: string): boolean => {
  if (attribute === 'class' || attribute === 'id') return says(value)
  if (attribute === 'itemprop' || attribute === 'role') return value === 'comment'
  return attribute === 'itemtype' && commentType.test(value)
}

/** Whether an element is a single comment, not a list of them. */
export const isOneComment = ({ name, attributes }: HtmlElement): boolean => {
  if (name.endsWith('-comment')) return true
  const { id = '', class: names = '', itemprop, itemtype = '', role } = attributes
  if (itemprop === 'comment' || role === 'comment' || /(?:^|\s)comment(?:\s|$)/.test(names))
    return true
  return commentType.test(itemtype) || /comment[-_]?\d+$/i.test(id)
}

const commentType = /\/(?:Comment|UserComments)\/?$/

const maxChars = 200

const says = (names: string): boolean =>
  names.length > 3 && someComment.test(names) && commentName.test(names.slice(0, maxChars))

/** Letters that each of the names below has, which are found three times as fast. */
const someComment = /omment|omentar|yorumlar|reacties|hozzaszolas|luan|disqus/

/** `comments`, `commentList`, `postComments`, `post-comments__item`; not `commentary`. */
const commentName =
  /(?:(?<![a-zA-Z])[cC]|(?<=[a-z])C)omments?(?![a-z])|(?<![a-z])(?:comment(?:s?list|area|section|box|thread|container|respond)|commentaires?|comentarios?|commenti|kommentare?r?|komentar[a-z]{0,3}|yorumlar|reacties|kommentit|hozzaszolas(?:ok)?|binh-?luan|disqus[a-z_]*)(?![a-z])/
