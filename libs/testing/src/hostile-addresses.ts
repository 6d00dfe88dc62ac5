/**
 * Addresses by which a request would reach this machine or its network, in the spellings that parsers disagree about. Whatever
 * fetches refuses each of them before it connects.
 */
export const HOSTILE_ADDRESSES: readonly (readonly [what: string, url: string])[] = [
  ['loopback', 'http://127.0.0.1/'],
  ['another loopback', 'http://127.8.9.10/'],
  ['decimal IPv4', 'http://2130706433/'],
  ['octal IPv4', 'http://0177.0.0.01/'],
  ['hexadecimal IPv4', 'http://0x7f.0x0.0x0.0x1/'],
  ['one hexadecimal number', 'http://0x7f000001/'],
  ['short IPv4', 'http://127.1/'],
  ['no address', 'http://0.0.0.0/'],
  ['zero', 'http://0/'],
  ['private, 10/8', 'http://10.0.0.1/'],
  ['private, 172.16/12', 'http://172.31.255.1/'],
  ['private, 192.168/16', 'http://192.168.0.1/'],
  ['shared, 100.64/10', 'http://100.64.0.1/'],
  ['metadata of clouds', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata of Azure', 'http://168.63.129.16/'],
  ['metadata over IPv6', 'http://[fd00:ec2::254]/'],
  ['broadcast', 'http://255.255.255.255/'],
  ['multicast', 'http://224.0.0.1/'],
  ['loopback of IPv6', 'http://[::1]/'],
  ['no address of IPv6', 'http://[::]/'],
  ['IPv4 mapped into IPv6', 'http://[::ffff:127.0.0.1]/'],
  ['the same in hexadecimal', 'http://[::ffff:7f00:1]/'],
  ['IPv4-compatible IPv6', 'http://[::7f00:1]/'],
  ['NAT64', 'http://[64:ff9b::7f00:1]/'],
  ['local NAT64', 'http://[64:ff9b:1::7f00:1]/'],
  ['6to4', 'http://[2002:7f00:1::]/'],
  ['Teredo', 'http://[2001:0:7f00:1::]/'],
  ['link-local IPv6', 'http://[fe80::1]/'],
  ['unique local IPv6', 'http://[fc00::1]/'],
  ['a trailing dot', 'http://127.0.0.1./'],
  ['full-width digits', 'http://１２７.０.０.１/'],
  ['ideographic full stops', 'http://127。0。0。1/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
  ['percent-encoded', 'http://%31%32%37.0.0.1/'],
  ['a port of a store', 'http://127.0.0.1:6333/'],
];

/** Addresses that no fetch over the web takes at all. */
export const OTHER_SCHEMES: readonly string[] = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ftp://127.0.0.1/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'dict://127.0.0.1:11211/stat',
  '//127.0.0.1/',
  'http://',
];
