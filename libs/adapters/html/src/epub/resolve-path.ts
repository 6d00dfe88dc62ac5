/**
 * A reference within a container as a path of it: relative to the file that it stands in, without query and fragment, percent
 * signs decoded. It cannot lead out of the container: what would is a path that no container has.
 */
export function resolvePath(from: string, reference: string): string {
  const [target = ''] = reference.split(/[?#]/);
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
  const segments: string[] = [];
  for (const segment of `${target.startsWith('/') ? '' : folder}/${decode(target)}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that stands for itself.
    return path;
  }
}
