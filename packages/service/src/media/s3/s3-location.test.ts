import { expect, it } from 'vitest';
import { parseS3Location } from './s3-location.ts';

it('reads bucket, prefix, endpoint, region and whether payloads are signed', () => {
  expect(
    parseS3Location('s3://media/eu/live/?endpoint=http://10.0.0.5:9000&region=eu-1&payload=unsigned'),
  ).toEqual({
    bucket: 'media',
    prefix: 'eu/live',
    endpoint: 'http://10.0.0.5:9000',
    region: 'eu-1',
    signsPayload: false,
  });
  expect(parseS3Location('s3://media')).toMatchObject({
    prefix: '',
    region: 'us-east-1',
    signsPayload: true,
  });
});

it.each([
  'https://media.s3.example',
  's3://',
  's3://id:secret@media',
  's3://Media_1',
  's3://media:9000',
  's3://media/a%20b',
  's3://media/straße',
  's3://media?endpoint=s3.example',
  's3://media?endpoint=https://s3.example/path',
  's3://media?region=',
  's3://media?payload=maybe',
  's3://media?secret=x',
  's3://media#x',
])('refuses the location %s', (text) => {
  expect(parseS3Location(text)).toEqual(expect.any(String));
});
