import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.js';
import { describe, expect, it } from '@jest/globals';
import { ARM_APPS, BOT_APPS, configOf, IMAGE_APPS, knownVariables, portOf } from '../arms.js';
import { describeImage, lintDockerfile } from './dockerfile.js';
import { parseImageApp } from './image-tree.js';

const FOLDER = join(ROOT, 'deploy/docker');
const files = readdirSync(FOLDER).filter((name) => /^Dockerfile(?!.*\.dockerignore$)/.test(name));
const text = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8');
const image = describeImage(text);

describe('the Dockerfiles', () => {
  it.each(files)('%s passes the linter', (name) => {
    expect(lintDockerfile(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([]);
  });

  it.each([
    ['an instruction that there is none', 'COPY --from=tree /tree/app /app', 'COPPY --from=tree /tree/app /app'],
    ['an unknown flag', 'COPY --from=tree /tree/app', 'COPY --form=tree /tree/app'],
    ['a port that there is none', 'EXPOSE 8006\n', 'EXPOSE 80o6\n'],
    ['an interval without a unit', '--interval=10s', '--interval=10'],
  ])('are not passed with %s', (_what, before, after) => {
    expect(text).toContain(before);
    expect(lintDockerfile(text.replace(before, after))).not.toEqual([]);
  });

  it('pin the base image, and run as a user who is not root', () => {
    expect(text).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-\w+-slim$/m);
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it.each([...ARM_APPS, ...BOT_APPS])('expose the documented port of %s', (app) => {
    expect(image.ports.get(`base-${app}`)).toEqual([portOf(app).port]);
  });

  it('have a stage for every image', () => {
    for (const app of IMAGE_APPS) expect([...image.ports.keys()]).toContain(`base-${app}`);
  });

  it('set only variables that the software reads', () => {
    const known = knownVariables('any');
    expect(Object.keys(image.environment).filter((name) => !known.has(name))).toEqual([]);
  });
});

it.each([...ARM_APPS, ...BOT_APPS])('an image of %s answers where its configuration says', (app) => {
  const { port } = configOf(app).variables;
  expect(portOf(app)).toEqual({ variable: port?.env, port: port?.default });
});

it('an image that there is none is refused with those that there are', () => {
  expect(() => parseImageApp('retriever')).toThrow(/"retriever".*retriever-arm/);
});
