import { buildGraph, type Graph } from '../graph.js';

/**
 * Friendships in a karate club of 34 members: W. W. Zachary, "An information flow model for conflict and fission in small
 * groups", Journal of Anthropological Research 33, 1977. Members are counted from 0 here: 0 is the instructor, 33 the
 * president. The neighbours with a higher number, by member.
 */
const FRIENDS: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31],
  [2, 3, 7, 13, 17, 19, 21, 30],
  [3, 7, 8, 9, 13, 27, 28, 32],
  [7, 12, 13],
  [6, 10],
  [6, 10, 16],
  [16],
  [],
  [30, 32, 33],
  [33],
  [],
  [],
  [],
  [33],
  [32, 33],
  [32, 33],
  [],
  [],
  [32, 33],
  [33],
  [32, 33],
  [],
  [32, 33],
  [25, 27, 29, 32, 33],
  [25, 27, 31],
  [31],
  [29, 33],
  [33],
  [31, 33],
  [32, 33],
  [32, 33],
  [32, 33],
  [33],
  [],
];

/** 34 nodes and 78 edges of weight 1. */
export function karateClub(): Graph {
  return buildGraph(
    FRIENDS.length,
    FRIENDS.flatMap((friends, member) => friends.map((friend) => [member, friend] as const)),
  );
}
