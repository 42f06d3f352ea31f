import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ContentKind,
  isDocumentFile,
  isOfficeFile,
  isPicture,
  sniffContentType,
} from '../../../src/page/documents/sniff.ts'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

describe('what an answer holds', () => {
  const page = '<!doctype html><p>Lamps</p>'
  const rss = '<rss><channel/></rss>'
  const json = '{"a": 1}'
  const cases: [text: string, type: string | undefined, kind: ContentKind, url?: string][] = [
    // Bytes that cannot be mistaken, whatever the header says.
    ['%PDF-1.7', 'text/html', 'pdf'],
    ['x\n%PDF-1.7', 'text/html', 'pdf'],
    ['<p>%PDF-1.7', 'text/html', 'html'],
    [`${' '.repeat(1_019)}%PDF-`, undefined, 'pdf'],
    [`${' '.repeat(1_020)}%PDF-`, undefined, 'text'],
    ['\x89PNG\r\n\x1a\n', 'text/html', 'image'],
    ['RIFF\x01\0\0\0WEBP', undefined, 'image'],
    ['\0\0\0\x1cftypavif', undefined, 'image'],
    ['\0\0\0\x1cftypisom', undefined, 'binary'],
    ['BMxxxx\0\0\0\0', undefined, 'image'],
    ['BMxxxxxxxx', undefined, 'text'],
    ['PK\x03\x04', 'application/zip', 'office'],
    ['{\\rtf1', 'text/plain', 'office'],
    ['\x1f\x8b\x08', undefined, 'binary'],
    // The header.
    [page, 'text/html; charset=utf-8', 'html'],
    ['Lamps', ' TEXT/HTML ;x', 'html'],
    [page, 'application/xml', 'xml'],
    ['<html/>', 'text/xml', 'html'],
    [rss, 'text/xml', 'feed'],
    [rss, 'text/html', 'feed'],
    ['<?xml version="1.0"?>\n<!-- a > b -->\n<a:feed/>', 'application/xml', 'feed'],
    ['<!-- never closed <rss/>', 'application/xml', 'xml'],
    ['<a/>', 'image/svg+xml', 'image'],
    ['<a/>', 'application/x+xml', 'xml'],
    ['a', 'application/ld+json', 'json'],
    ['a,b', 'text/csv', 'csv'],
    ['a', 'text/x-python', 'text'],
    ['a', 'audio/ogg', 'binary'],
    ['a', 'message/rfc822', 'email'],
    ['From: a@b.example\r\nMIME-Version: 1.0\r\n\r\nHi', undefined, 'email'],
    ['From a Mon 2024\nReceived: x\n y\nFrom: a@b.example\n\nHi', 'text/plain', 'email'],
    ['From: a@b.example\nSubject: x\n\nHi', undefined, 'text'],
    ['From: a\nMessage-ID: x\nno field\n\nHi', undefined, 'text'],
    ['a', 'application/x-unknown', 'text'],
    // Interfaces that answer as if they were pages or plain text.
    [json, 'text/html', 'json'],
    [json, 'text/plain', 'json'],
    [json, 'application/xml', 'xml'],
    [json, 'text/csv', 'json'],
    ['[1, 2]', undefined, 'json'],
    ['{}', 'text/html', 'json'],
    ['{"a": 1} words', 'text/html', 'html'],
    ['{a} words', 'text/plain', 'text'],
    ['[link] words', 'text/plain', 'text'],
    // A page that its server does not know for one.
    [page, 'text/plain', 'html'],
    ['<html><p>Lamps', 'text/plain', 'html'],
    ['<p>Lamps', 'text/plain', 'text'],
    [page, 'text/markdown', 'markdown'],
    // Text by the name of its file.
    ['# A', 'text/plain', 'markdown', 'https://a.example/README.md'],
    ['a,b', 'text/plain', 'csv', 'https://a.example/x.CSV?y'],
    ['a', 'text/plain', 'text', 'https://a.example/x.csv/y'],
    ['a,b', undefined, 'csv', 'https://a.example/x.csv'],
    // Nobody says.
    [page, undefined, 'html'],
    ['<p>Lamps', undefined, 'html'],
    ['<lamp/>', undefined, 'xml'],
    ['<?xml version="1.0"?><lamp/>', undefined, 'xml'],
    ['<?xml version="1.0"?><html/>', undefined, 'html'],
    [rss, undefined, 'feed'],
    ['{ words', undefined, 'json'],
    ['[{"a": 1},', undefined, 'json'],
    ['[[1.5, 2', undefined, 'json'],
    ['[2024-05-06 10:00] words', undefined, 'text'],
    ['[[link]] words', undefined, 'text'],
    ['{% include lamps %}', undefined, 'text'],
    ['[Unit]\nAfter=lamp', 'application/octet-stream', 'text', 'file:///lamp.service'],
    ['{"a":1}\n{"a":2}', 'text/plain', 'json', 'https://a.example/lamps.jsonl'],
    ['# A', 'text/plain', 'markdown', 'https://a.example/lamps.Rmd'],
    ['words', undefined, 'text'],
    ['', undefined, 'text'],
    // Source, whatever it begins with.
    ['[package]\nname = "lamp"', 'application/octet-stream', 'text', 'file:///Cargo.toml'],
    ['<script setup>let a</script>', undefined, 'text', 'file:///Lamp.vue'],
    ['<template><p>Lamp</p></template>', 'application/octet-stream', 'text', 'file:///Lamp.vue'],
    ['<?php echo 1 ?>\n<html>', 'application/x-httpd-php', 'text', 'file:///lamp.php'],
    ['<?php echo 1 ?>\n<html>', 'text/plain', 'text', 'https://a.example/lamp.php'],
    ['<p>Lamps', undefined, 'html', 'https://a.example/lamp.php'],
    ['export const a = 1', 'video/mp2t', 'text', 'file:///lamp.ts'],
    ['G@\0\x10', 'video/mp2t', 'binary', 'file:///lamp.ts'],
    // Control characters that no text has.
    ['a\x08b', undefined, 'binary'],
    ['a\tb\r\n\f\x1b[1m', undefined, 'text'],
    ['a\x0eb', 'text/plain', 'binary'],
    ['a\x1fb', 'application/octet-stream', 'binary'],
    ['a\0b', 'text/html', 'html'],
    [`${'a'.repeat(1_024)}\0`, undefined, 'text'],
    ['\xff\xfea\0', undefined, 'text'],
    [Buffer.from('Lamps of brass', 'utf16le').toString('latin1'), undefined, 'text'],
    ['\u0001\u0004\u0002\u0004', 'text/plain; charset=utf-16le', 'text'],
    ['\u0001\0'.repeat(20), undefined, 'binary'],
    ['a\0\0\0'.repeat(20), undefined, 'binary'],
    ['\xfe\xff\0a', undefined, 'text'],
    ['\xffa\0', undefined, 'binary'],
    ['a\xfe\0', undefined, 'binary'],
    ['\xfea\0', undefined, 'binary'],
    ['a\xff\0', undefined, 'binary'],
  ]
  for (const [text, type, kind, url] of cases)
    it(`${JSON.stringify(text.slice(-40))} as ${type} ${url ?? ''}: ${kind}`, () => {
      assert.equal(sniffContentType(bytesOf(text), type, url), kind)
    })

  it('files of people, of which pictures and office files are two', () => {
    const kinds = (text: string) =>
      [isDocumentFile, isOfficeFile, isPicture].map(is => is(bytesOf(text)))
    assert.deepEqual(kinds('PK\x03\x04'), [true, true, false])
    assert.deepEqual(kinds('%PDF-'), [true, false, false])
    assert.deepEqual(kinds('GIF89a'), [true, false, true])
    assert.deepEqual(kinds('OggS'), [false, false, false])
    assert.deepEqual(kinds('words'), [false, false, false])
  })
})
