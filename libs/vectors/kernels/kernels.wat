;; The two loops of the search that are worth writing in vector instructions. All numbers are 32-bit floats, rows are
;; padded with zeros to whole blocks of 8 numbers (32 bytes), and addresses are bytes.
(module
  (memory (export "memory") 1)

  ;; a · b, in two sums of four lanes: an addition does not wait for the one before.
  (func $dot (param $a i32) (param $b i32) (param $bytes i32) (result f32)
    (local $end i32) (local $even v128) (local $odd v128)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $block
      (local.set $even (f32x4.add (local.get $even)
        (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $b)))))
      (local.set $odd (f32x4.add (local.get $odd)
        (f32x4.mul (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b)))))
      (local.set $a (i32.add (local.get $a) (i32.const 32)))
      (local.set $b (i32.add (local.get $b) (i32.const 32)))
      (br_if $block (i32.lt_u (local.get $a) (local.get $end))))
    (local.set $even (f32x4.add (local.get $even) (local.get $odd)))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $even)) (f32x4.extract_lane 1 (local.get $even)))
      (f32.add (f32x4.extract_lane 2 (local.get $even)) (f32x4.extract_lane 3 (local.get $even)))))

  ;; out[i] = query · rows[i]
  (func (export "dots") (param $query i32) (param $rows i32) (param $count i32) (param $rowBytes i32) (param $out i32)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $count)))
        (f32.store (local.get $out) (call $dot (local.get $query) (local.get $rows) (local.get $rowBytes)))
        (local.set $rows (i32.add (local.get $rows) (local.get $rowBytes)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $row))))

  ;; Signed bytes to floats. Past the end of a row it reads bytes of the next one: padding of the query, which is zero,
  ;; takes them out again.
  (func $widen (param $bytes i32) (param $floats i32) (param $rowBytes i32)
    (local $end i32) (local $eight v128)
    (local.set $end (i32.add (local.get $floats) (local.get $rowBytes)))
    (loop $block
      (local.set $eight (v128.load8x8_s (local.get $bytes)))
      (v128.store (local.get $floats)
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $eight))))
      (v128.store offset=16 (local.get $floats)
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $eight))))
      (local.set $bytes (i32.add (local.get $bytes) (i32.const 8)))
      (local.set $floats (i32.add (local.get $floats) (i32.const 32)))
      (br_if $block (i32.lt_u (local.get $floats) (local.get $end)))))

  ;; best[q] = max over p of query[q] · passage[p], where the rows of the passage are `dimensions` signed bytes each.
  ;; `token` is room for one row of floats; both counts are at least 1.
  (func (export "bestDots")
    (param $query i32) (param $queryTokens i32) (param $passage i32) (param $passageTokens i32)
    (param $dimensions i32) (param $rowBytes i32) (param $token i32) (param $best i32)
    (local $q i32) (local $row i32) (local $slot i32)
    (local.set $slot (local.get $best))
    (local.set $q (local.get $queryTokens))
    (loop $slots
      (f32.store (local.get $slot) (f32.const -inf))
      (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
      (br_if $slots (local.tee $q (i32.sub (local.get $q) (i32.const 1)))))
    (loop $tokens
      (call $widen (local.get $passage) (local.get $token) (local.get $rowBytes))
      (local.set $row (local.get $query))
      (local.set $slot (local.get $best))
      (local.set $q (local.get $queryTokens))
      (loop $rows
        (f32.store (local.get $slot) (f32.max (f32.load (local.get $slot))
          (call $dot (local.get $row) (local.get $token) (local.get $rowBytes))))
        (local.set $row (i32.add (local.get $row) (local.get $rowBytes)))
        (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
        (br_if $rows (local.tee $q (i32.sub (local.get $q) (i32.const 1)))))
      (local.set $passage (i32.add (local.get $passage) (local.get $dimensions)))
      (br_if $tokens (local.tee $passageTokens (i32.sub (local.get $passageTokens) (i32.const 1)))))))
