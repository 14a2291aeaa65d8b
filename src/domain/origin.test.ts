import { describe, expect, it } from 'vitest'
import { webOrigin } from './origin.ts'

describe('an origin as browsers send it', () => {
  it.each([
    ['https://tool.example', 'https://tool.example'],
    ['https://tool.example/', 'https://tool.example'],
    [' HTTPS://Tool.Example ', 'https://tool.example'],
    ['https://tool.example:443', 'https://tool.example'],
    ['http://localhost:80/', 'http://localhost'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://outil-été.example', 'https://xn--outil-t-gyab.example'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    ['file://', 'file://'],
  ])('%s is %s', (text, origin) => expect(webOrigin(text)).toBe(origin))

  it.each([
    '*',
    'null',
    'https://*.example',
    'tool.example',
    'localhost:3000',
    'https://tool.example/app',
    'https://tool.example?a',
    'https://tool.example#a',
    'https://me:secret@tool.example',
    'https://',
    '//tool.example',
    'data:text/html,x',
    '',
  ])('"%s" is none', (text) => expect(webOrigin(text)).toBeNull())
})
